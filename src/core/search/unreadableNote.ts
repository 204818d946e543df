// Formats the note about unreadable files, for every implementation of a search.

/** The note, or none for 0 files. Omits the names of the files, which the access rules may hide. */
export function noteUnreadable(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 file or directory' : `${count} files or directories`;
  return [
    `${what} could not be read and ${count === 1 ? 'was' : 'were'} skipped. Ask the user for permission to read there.`,
  ];
}
