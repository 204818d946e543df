/** Larger files, in bytes, are read and written in parts instead of whole. */
export const wholeFileLimit = 50 * 1024 * 1024;
