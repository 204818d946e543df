// Formats the note about unreadable files.

/** A note about the number of unreadable files, without their names, which the access rules may hide. */
export function noteUnreadable(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 file or directory' : `${count} files or directories`;
  return [
    `${what} could not be read and ${count === 1 ? 'was' : 'were'} skipped. Ask the user for permission to read there.`,
  ];
}
