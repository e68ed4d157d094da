// Mathematical functions that results depend on, from one source: the standard library's have other last bits on other
// systems. Made of what IEEE 754 rounds in one way only, so that every compiler and processor gives the same bits,
// within an ulp or two of the exact value. std::sqrt, std::floor, std::fmod and the like are exact everywhere and stay.
#pragma once

namespace spindrift::math {

double sin(double x);
double cos(double x);
double tan(double x);
double atan2(double y, double x);  // the angle of (x, y), -pi to pi
double exp(double x);
double log(double x);
double pow(double x, double y);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double sech(double x);  // 1 / cosh x
double cbrt(double x);
float cbrt(float x);

}  // namespace spindrift::math
