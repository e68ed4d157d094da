// Reusable memory for stages and for the threads of a loop. Returned memory keeps its capacity, so that a step like the
// one before allocates nothing.
#pragma once

#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

#include "exec/parallel.h"

namespace spindrift {

// Lends objects that own memory: fields, buffers, vectors. For the thread that runs the stages; inside of loops use
// PerThread.
class Scratch {
 private:
  struct Shelved {
    virtual ~Shelved() = default;
  };
  template <class T>
  struct ShelvedObject : Shelved {
    T object;
  };
  struct Shelf {
    std::vector<std::unique_ptr<Shelved>> objects;  // not lent
    std::size_t made = 0;                           // in total; reserved
  };

 public:
  Scratch() = default;
  Scratch(const Scratch&) {}  // a copy of a state has scratch of its own
  Scratch& operator=(const Scratch&) { return *this; }

  // Returns its object at the end of its life.
  template <class T>
  class Loan {
   public:
    Loan(Loan&& other) noexcept : shelf_(std::exchange(other.shelf_, nullptr)), kept_(std::move(other.kept_)) {}
    Loan& operator=(Loan&&) = delete;
    ~Loan() {
      if (shelf_) shelf_->objects.push_back(std::move(kept_));  // within the reserved capacity
    }
    T& operator*() const { return kept_->object; }
    T* operator->() const { return &kept_->object; }

   private:
    friend class Scratch;
    Loan(Shelf& shelf, std::unique_ptr<ShelvedObject<T>> kept) : shelf_(&shelf), kept_(std::move(kept)) {}

    Shelf* shelf_;
    std::unique_ptr<ShelvedObject<T>> kept_;
  };

  // The contents are arbitrary.
  template <class T>
  Loan<T> borrow() {
    Shelf& shelf = shelf_of(typeid(T));
    if (shelf.objects.empty()) {
      auto object = std::make_unique<ShelvedObject<T>>();
      shelf.objects.reserve(shelf.made + 1);
      ++shelf.made;
      return {shelf, std::move(object)};
    }
    std::unique_ptr<ShelvedObject<T>> kept(static_cast<ShelvedObject<T>*>(shelf.objects.back().release()));
    shelf.objects.pop_back();
    return {shelf, std::move(kept)};
  }

 private:
  Shelf& shelf_of(std::type_index type) {
    for (auto& [of, shelf] : shelves_)
      if (of == type) return *shelf;
    return *shelves_.emplace_back(type, std::make_unique<Shelf>()).second;
  }

  std::vector<std::pair<std::type_index, std::unique_ptr<Shelf>>> shelves_;
};

// An object for each thread of a loop, which keeps its memory from loop to loop: blocks too large for the stack,
// growing lists. Results must not depend on what it holds from an earlier piece.
template <class T>
class PerThread {
 public:
  // Call before the loop.
  void prepare() {
    while (objects_.size() < static_cast<std::size_t>(thread_count())) objects_.push_back(std::make_unique<T>());
  }
  T& here() { return *objects_[thread_number()]; }
  T& of(int thread) { return *objects_[thread]; }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (auto& object : objects_) visit(*object);
  }

 private:
  std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace spindrift
