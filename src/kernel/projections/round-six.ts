/**
 * Six digits behind the point, as Python rounds: the exact binary value to the nearest, a tie to the even neighbour. Only an odd number of
 * 128ths ends in a five at the seventh place; everything else has one nearest neighbour.
 */
export function roundSix(value: number): number {
  const parts = value * 128;
  if (!Number.isInteger(parts) || parts % 2 === 0) return Number(value.toFixed(6));
  const low = Math.floor((parts * 15_625) / 2);
  return (low % 2 === 0 ? low : low + 1) / 1e6;
}

/** A float as Python writes it: `1.0`, `0.0001`, `1e-06`, `1e+16`. */
export function pythonFloat(value: number): string {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (value !== 0 && (power < -4 || power >= 16))
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  return Number.isInteger(value) ? `${Object.is(value, -0) ? "-0" : value}.0` : String(value);
}
