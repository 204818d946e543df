/** Maximum size, in bytes, of files that are read and written whole instead of in parts. */
export const wholeFileLimit = 50 * 1024 * 1024;
