// Removes the byte order marks that `encodeVirtualFile` (in `codec.ts`) adds to the texts of virtual files.

/**
 * A text as VS Code saved it, without the marks that `encodeVirtualFile` added. Does not depend on the settings, which
 * may have changed since.
 * @param original the text that was encoded: a text with its own mark got two more, any other at most one
 */
export function withoutAddedMarks(saved: string, original: string): string {
  return saved.replace(original.startsWith('\uFEFF') ? /^\uFEFF{1,2}/ : /^\uFEFF/, '');
}
