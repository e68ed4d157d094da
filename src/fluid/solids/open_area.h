// The share of each face that solids and closed sides leave open. Faces that a wall thinner than a cell cuts off are
// closed.
#pragma once

#include "fluid/solids/solids_view.h"
#include "spindrift/frame.h"

namespace spindrift {

// The faces of cells with their centre farther from a solid than this are whole, in cells: half a diagonal of the cell,
// and as much again for solids that lie between two centres.
inline constexpr float kFarthestCut = 1.5f;

enum class WhichSolids { kStatic, kAll };

// Fills the areas of one tile, from the distances of its cells to the same solids.
template <int D>
void find_open_area(const SolidsView<D>& solids, WhichSolids which, int tile, const float* distance,
                    const FaceViews<float, D>& area);

// The share of the low face of a cell that all solids but one, which may be null, leave open; in a closed side of the
// domain as well.
template <int D>
float area_beside_solids(const SolidsView<D>& solids, const Solid<D>* but, const VecI<D>& cell, int axis);

// Marks the cells of a tile that solids close: without an open face, and with the centre in a solid. A closed cell with
// its centre outside is a chamber of its own.
template <int D>
void mark_closed_cells(const SolidsView<D>& solids, int tile, CellType* type);

}  // namespace spindrift
