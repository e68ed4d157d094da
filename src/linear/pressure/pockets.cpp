// The means of pockets, which may be as large as the domain: a box full of smoke is one.
#include "linear/pressure/pockets.h"

#include <algorithm>

#include "exec/parallel.h"

namespace spindrift {

template <class Value>
void remove_pocket_means(const Pockets& pockets, Value* vector, std::size_t piece) {
  for (std::size_t p = 0; p < pockets.count(); ++p) {
    const std::span<const std::int32_t> pocket = pockets[p];
    const auto cells_of = [&](std::size_t i) {
      return pocket.subspan(i * piece, std::min(piece, pocket.size() - i * piece));
    };
    const std::size_t pieces = (pocket.size() + piece - 1) / piece;
    const double sum = parallel_sum("sum over pocket", pieces, [&](std::size_t i) {
      double part = 0.0;
      for (const std::int32_t cell : cells_of(i)) part += vector[cell];
      return part;
    });
    const auto mean = static_cast<Value>(sum / static_cast<double>(pocket.size()));
    parallel_for("remove mean of pocket", pieces, [&](std::size_t i) {
      for (const std::int32_t cell : cells_of(i)) vector[cell] -= mean;
    });
  }
}

template void remove_pocket_means<float>(const Pockets&, float*, std::size_t);
template void remove_pocket_means<double>(const Pockets&, double*, std::size_t);

}  // namespace spindrift
