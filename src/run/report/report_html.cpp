#include "run/report/report_html.h"

#include <fmt/format.h>

#include <string_view>

#include "run/report/report_page.h"

namespace spindrift {
namespace {

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

// JSON may hold "</script>" inside a text; in JSON a slash may as well be escaped.
std::string json_in_script(std::string text) {
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3) text.replace(at, 2, "<\\/");
  return text;
}

std::string js_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += fmt::format("\\{}", c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return json_in_script(out + "\"");
}

std::string lines_as_list(std::string_view lines) {
  std::string list = "[";
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    if (!line.empty()) list += (list.size() > 1 ? ",\n" : "") + std::string(line);
    if (end == std::string_view::npos) break;
    lines.remove_prefix(end + 1);
  }
  return list + "]";
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

std::string picture_part(const ReportParts& parts) {
  if (parts.pictures.empty() && parts.picture_note.empty()) return "";
  std::string out = "<h2>Pictures</h2>\n";
  if (!parts.picture_note.empty()) out += fmt::format("<p class=\"sub\">{}</p>\n", escaped_markup(parts.picture_note));
  if (parts.pictures.empty()) return out;
  out += "<div class=\"grid pictures\">\n";
  for (const ReportParts::Picture& picture : parts.pictures)
    out += fmt::format(
        "<figure><img alt=\"{0}\" src=\"data:image/png;base64,{1}\"><figcaption>{0}</figcaption></figure>\n",
        escaped_markup(picture.caption), base64(picture.png));
  return out + "</div>\n";
}

}  // namespace

std::string report_html(const ReportParts& parts) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>{0}</h1>\n<div class=\"sub\">A run of Spindrift</div>\n<div class=\"facts\" id=\"facts\"></div>\n{2}"
      "<h2>Over time</h2>\n<div class=\"grid\" id=\"charts\"></div>\n"
      "<h2 id=\"probes-title\" hidden>Probes</h2>\n<div class=\"grid\" id=\"probes\"></div>\n"
      "<h2>Time per stage</h2>\n<div class=\"card\" id=\"stages\"></div>\n"
      "<h2>The scene as it was understood</h2>\n<pre>{3}</pre>\n"
      "<script>\nconst record = {4};\nconst stats = {5};\nconst probes = {6};\nconst memory = "
      "{7};\n{8}</script>\n</body>\n</html>\n",
      escaped_markup(parts.title), kReportStyle, picture_part(parts), escaped_markup(parts.scene_toml),
      json_in_script(parts.record_json), json_in_script(lines_as_list(parts.stats_lines)), js_text(parts.probes_csv),
      js_text(parts.memory_csv), kReportScript);
}

}  // namespace spindrift
