/** A number of tokens in a few characters: `980`, `12.4k`, `3.1M`. */
export function tokensText(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** Millionths of a dollar as money: cents, and more digits where it is less than one. */
export function costText(micros: number): string {
  const dollars = micros / 1_000_000;
  return `$${micros > 0 && micros < 10_000 ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}

/** How long something took: `0.3 s`, `12 s`, `3 min 5 s`, `1 h 2 min`. */
export function durationText(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Elapsed time as a clock: `0:42`, `12:05`, `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const last = String(seconds % 60).padStart(2, "0");
  return hours === 0 ? `${minutes}:${last}` : `${hours}:${String(minutes).padStart(2, "0")}:${last}`;
}
