export const bytesPerMebibyte = 1024 * 1024;

/** Maximum size, in bytes, of files that are read and written whole instead of in parts. */
export const wholeFileLimit = 50 * bytesPerMebibyte;
