// Formats a number of things in English.

/** Formats a number with its noun: "1 line", "2 lines"; "2 entries" with a plural. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
