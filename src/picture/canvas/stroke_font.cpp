#include "picture/canvas/stroke_font.h"

#include <algorithm>
#include <string_view>

namespace spindrift {
namespace {

constexpr double kBaseline = 2.0;  // raster row of the line of text; rows below it are for descenders

// Strokes as pairs of digits, column and row; a space lifts the pen.
std::string_view strokes(char letter) {
  switch (letter) {
    case '0':
      return "123243473818070312";
    case '1':
      return "172822";
    case '2':
      return "07183847460242";
    case '3':
      return "0718384746354443321203 1535";
    case '4':
      return "32380444";
    case '5':
      return "480805354443321203";
    case '6':
      return "473818070312324344351504";
    case '7':
      return "084812";
    case '8':
      return "15060718384746351504031232434435";
    case '9':
      return "031232434738180706153546";
    case '.':
      return "0202";
    case ',':
      return "1201";
    case '-':
      return "0535";
    case '+':
      return "0545 2327";
    case '=':
      return "0444 0646";
    case '/':
      return "0238";
    case 'M':
      return "0208254842";
    case 'K':
      return "0802 480542";
    case 'P':
      return "02083847463505";
    case 'a':
      return "16364542 441403123243";
    case 'b':
      return "0802 0516364543321203";
    case 'c':
      return "4536160503123243";
    case 'd':
      return "4842 4536160503123243";
    case 'e':
      return "044445361605031242";
    case 'g':
      return "4536160503123243 46413010";
    case 'h':
      return "0802 0516364542";
    case 'i':
      return "0602 0808";
    case 'k':
      return "0802 360432";
    case 'l':
      return "0802";
    case 'm':
      return "0206 05162522 25364542";
    case 'n':
      return "0206 0516364542";
    case 'o':
      return "123243453616050312";
    case 'p':
      return "0006 0516364543321203";
    case 'q':
      return "4536160503123243 4640";
    case 'r':
      return "0206 051636";
    case 's':
      return "45361605143443321203";
    case 't':
      return "18132232 0636";
    case 'u':
      return "0603123243 4642";
    case 'v':
      return "062246";
    case 'y':
      return "0622 4610";
    default:
      return "";
  }
}

}  // namespace

void for_each_segment(char letter, FunctionRef<void(const Segment&)> visit) {
  const std::string_view pen = strokes(letter);
  for (std::size_t i = 0; i + 3 < pen.size(); ++i) {
    if (pen[i] == ' ' || pen[i + 2] == ' ') {  // the end of a stroke: go on behind the space
      i += pen[i] == ' ' ? 0 : 2;
      continue;
    }
    visit({pen[i] - '0' + 0.0, pen[i + 1] - '0' - kBaseline, pen[i + 2] - '0' + 0.0, pen[i + 3] - '0' - kBaseline});
    ++i;
  }
}

double advance(char letter) {
  const std::string_view pen = strokes(letter);
  int columns = letter == ' ' ? 1 : 0;
  for (std::size_t i = 0; i < pen.size(); i += pen[i] == ' ' ? 1 : 2)
    if (pen[i] != ' ') columns = std::max(columns, pen[i] - '0');
  return columns + kLetterGap;
}

}  // namespace spindrift
