// Defines size limits that several parts of the code share.

export const bytesPerMebibyte = 1024 * 1024;

/** Maximum size, in bytes, of files that are read and written whole instead of in parts. */
export const wholeFileLimit = 50 * bytesPerMebibyte;

/** Maximum size of a `.gitignore` or `.gitattributes` that is read, in bytes. */
export const maxRuleFileBytes = 4 * bytesPerMebibyte;

/** Maximum size of a page of a text file in an answer, in bytes. */
export const maxPageBytes = 50 * 1024;
