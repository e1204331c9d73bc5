//! Sine, cosine and arc tangent with the same bits on every platform, from `libm`.
#![forbid(unsafe_code)]

use glam::DVec2;

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    (libm::sin(angle), libm::cos(angle))
}

/// Sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    libm::sin(angle)
}

/// Cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    libm::cos(angle)
}

/// Tangent of an angle in radians.
pub fn tan(angle: f64) -> f64 {
    libm::tan(angle)
}

/// Natural logarithm.
pub fn ln(value: f64) -> f64 {
    libm::log(value)
}

/// `vector` turned by `degrees`, counter-clockwise in (x, y). Zero degrees uses no trigonometry and is exact.
pub fn turned(vector: DVec2, degrees: f64) -> DVec2 {
    if degrees == 0.0 {
        return vector;
    }
    let (sine, cosine) = sin_cos(degrees.to_radians());
    DVec2::new(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
}
