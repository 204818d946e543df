/** Draws a whole number from 0 to below its argument. */
export type Draw = (below: number) => number;

/** Numbers from 0 to below 1 that look random and are the same for the same seed (mulberry32, public domain). */
export function randomFrom(seed: number): () => number {
  const next = bitsFrom(seed);
  return () => next() / 2 ** 32;
}

/** Whole numbers that look random and are the same for the same seed. */
export function numbersFrom(seed: number): Draw {
  const next = bitsFrom(seed);
  return (below) => next() % below;
}

function bitsFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
