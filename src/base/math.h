// Mathematical functions with the same bits for every compiler and processor, within an ulp or two of the exact value:
// they use only operations that IEEE 754 rounds in one way. Those of the standard library differ between systems,
// except std::sqrt, std::floor, std::fmod and the like, which are exact.
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
