#include "scene/scene_nearest.h"

#include <algorithm>
#include <cctype>

#include "spindrift/text.h"

namespace spindrift {

namespace {

// What other programs, and other English, call the shapes, tables, keys and words of a scene.
struct Synonyms {
  std::string_view meant, words;  // with blanks between them
};
constexpr Synonyms kSynonyms[] = {
    {"box", "rectangle rect square cube cuboid block aabb"},
    {"sphere", "circle disk disc ball"},
    {"cylinder", "pipe tube rod"},
    {"capsule", "pill line"},
    {"plane", "halfspace half_space ground"},
    {"union", "combine group"},
    {"difference", "subtract subtraction minus"},
    {"mesh", "stl obj model triangles"},
    {"liquid", "water fluids"},
    {"solid", "obstacle collider boundary wall body object"},
    {"source", "emitter inflow inlet faucet"},
    {"drain", "outflow outlet sink"},
    {"render", "camera"},
    {"domain", "grid"},
    {"probe", "gauge sensor"},
    {"region", "crop subdomain area window"},
    {"center", "centre position pos origin"},
    {"radius", "diameter"},
    {"min", "low lower"},
    {"max", "high upper"},
    {"from", "start"},
    {"to", "end"},
    {"start", "begin"},
    {"end", "stop"},
    {"file", "path filename"},
    {"rotation_degrees", "rotation rotate angle"},
    {"offset", "translate translation position"},
    {"position", "offset translate translation"},
    {"angular_velocity_degrees", "angular_velocity spin"},
    {"velocity", "speed"},
    {"speed", "velocity"},
    {"cell_size", "dx spacing"},
    {"frames", "duration seconds"},
    {"fps", "frame_rate framerate"},
    {"color", "colour"},
    {"eye", "camera"},
    {"field_of_view_degrees", "fov"},
    {"density", "rho"},
    {"viscosity", "mu"},
    {"surface_tension", "sigma"},
    {"top", "up ceiling lid"},
    {"bottom", "down floor"},
    {"pcg", "cg"},
    {"multigrid", "mg"},
    {"gauss_seidel", "gs sor"},
    {"vtp", "vtk"},
    {"vti", "vtk"},
    {"vdb", "openvdb"},
};

bool holds_word(std::string_view words, const std::string& word) {
  return word.find(' ') == std::string::npos &&
         (" " + std::string(words) + " ").find(" " + word + " ") != std::string::npos;
}

std::string plain_form(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string likely_word(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string plain = plain_form(word);
  for (const auto& [meant, words] : kSynonyms)
    if (holds_word(words, plain) && std::find(candidates.begin(), candidates.end(), meant) != candidates.end())
      return std::string(meant);
  return nearest_word(word, candidates);
}

std::string word_list(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace spindrift
