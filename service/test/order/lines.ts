/** The smallest prime whose square is at least `count`. */
function side(count: number): number {
  let size = 2;
  while (size * size < count || !isPrime(size)) size += 1;
  return size;
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return false;
  return true;
}

/**
 * Splits all pairs of `count` things into lines, so that any two stand on exactly one line together: the lines of an affine plane, which
 * come in bundles of parallel ones. Each bundle has every thing once.
 */
export function bundlesOf(count: number): number[][][] {
  const size = side(count);
  const steps = Array.from({ length: size }, (_, step) => step);
  const sloped = steps.map((slope) => steps.map((start) => steps.map((x) => x * size + ((slope * x + start) % size))));
  const upright = steps.map((x) => steps.map((y) => x * size + y));
  return [...sloped, upright].map((bundle) => bundle.map((line) => line.filter((point) => point < count)));
}
