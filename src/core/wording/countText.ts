// Formats a number of things in English.

/** A number with its noun: "1 file", "3 files". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
