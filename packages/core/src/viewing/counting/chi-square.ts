/**
 * Quantiles of the chi-square distribution, by the incomplete gamma function.
 *
 * Source: NIST Digital Library of Mathematical Functions, 8.7.1 (series), 8.9.2 (continued fraction, evaluated after
 * Lentz); C. Lanczos, "A precision approximation of the gamma function", SIAM J. Numer. Anal. B 1 (1964), 86-96, with
 * the nine coefficients for g = 7.
 */

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const PRECISION = 1e-15;
/** Prevents division by 0 in the continued fraction. */
const TINY = 1e-300;
const BISECTIONS_MAX = 200;

/** @param z greater than 0. */
function logGamma(z: number): number {
  const shifted = z - 1;
  const sum = LANCZOS.reduce((total, value, index) => (index === 0 ? value : total + value / (shifted + index)), 0);
  const base = shifted + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Sufficient number of terms: both methods need about the square root of the larger number. */
const termsFor = (shape: number, x: number): number => 200 + 20 * Math.ceil(Math.sqrt(Math.max(shape, x)));

function bySeries(shape: number, x: number, scale: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step <= termsFor(shape, x); step += 1) {
    term *= x / (shape + step);
    sum += term;
    if (term < sum * PRECISION) break;
  }
  return sum * scale;
}

/** Upper part (1 - P) by the continued fraction. */
function byContinuedFraction(shape: number, x: number, scale: number): number {
  const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let denominator = x + 1 - shape;
  let ratio = 1 / TINY;
  let inverse = 1 / awayFromZero(denominator);
  let value = inverse;
  for (let step = 1; step <= termsFor(shape, x); step += 1) {
    const numerator = -step * (step - shape);
    denominator += 2;
    inverse = 1 / awayFromZero(numerator * inverse + denominator);
    ratio = awayFromZero(denominator + numerator / ratio);
    const factor = inverse * ratio;
    value *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return value * scale;
}

/** The regularised lower incomplete gamma function P. @param shape greater than 0. @param x 0 or more. */
export function lowerGamma(shape: number, x: number): number {
  if (x <= 0) return 0;
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? bySeries(shape, x, scale) : 1 - byContinuedFraction(shape, x, scale);
}

/**
 * Quantile of the chi-square distribution.
 *
 * @param probability between 0 and 1, exclusive.
 * @param degreesOfFreedom greater than 0.
 */
export function chiSquareQuantile(probability: number, degreesOfFreedom: number): number {
  const shape = degreesOfFreedom / 2;
  let low = 0;
  let high = shape + 1;
  while (lowerGamma(shape, high) < probability) high *= 2;
  for (let step = 0; step < BISECTIONS_MAX && high - low > PRECISION * high; step += 1) {
    const middle = (low + high) / 2;
    if (lowerGamma(shape, middle) < probability) low = middle;
    else high = middle;
  }
  return low + high;
}
