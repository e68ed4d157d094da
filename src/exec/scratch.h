// Memory that a stage borrows for as long as it runs. What is given back keeps its capacity and is lent again, so a
// step like the one before takes nothing from the system; and no stage needs to know which fields of others are unused
// just now.
#pragma once

#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

namespace spindrift {

// Lends objects that own memory and can be used again: fields, buffers, vectors. For the thread that runs the stages;
// inside of loops there is PerThread.
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
    std::vector<std::unique_ptr<Shelved>> objects;  // that are not lent
    std::size_t made = 0;                           // of all, for which there is room
  };

 public:
  Scratch() = default;
  Scratch(const Scratch&) {}  // a copy of a state has scratch of its own
  Scratch& operator=(const Scratch&) { return *this; }

  // What was lent; goes back at the end of its life, last come, first back.
  template <class T>
  class Loan {
   public:
    Loan(Loan&& other) noexcept : shelf_(std::exchange(other.shelf_, nullptr)), kept_(std::move(other.kept_)) {}
    Loan& operator=(Loan&&) = delete;
    ~Loan() {
      if (shelf_) shelf_->objects.push_back(std::move(kept_));  // into room that is there
    }
    T& operator*() const { return kept_->object; }
    T* operator->() const { return &kept_->object; }

   private:
    friend class Scratch;
    Loan(Shelf& shelf, std::unique_ptr<ShelvedObject<T>> kept) : shelf_(&shelf), kept_(std::move(kept)) {}

    Shelf* shelf_;
    std::unique_ptr<ShelvedObject<T>> kept_;
  };

  // In whatever state it was given back: its contents mean nothing.
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

}  // namespace spindrift
