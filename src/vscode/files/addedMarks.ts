// Removes the byte order marks that Redline adds to the texts that it gives to VS Code.

/**
 * A saved text without the byte order marks that were added by `toBytes`, whatever the settings ask for by now.
 * @param original the text as it was given to `toBytes`: with a mark of its own, it got two more, else at most one
 */
export function withoutAddedMarks(saved: string, original: string): string {
  return saved.replace(original.startsWith('\uFEFF') ? /^\uFEFF{1,2}/ : /^\uFEFF/, '');
}
