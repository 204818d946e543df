// Formats a number of things in English.

/** Formats a number with its noun: "1 line", "2 lines". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
