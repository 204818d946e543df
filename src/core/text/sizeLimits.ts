/** Files of more bytes are not read whole: what is done to them is done in parts. */
export const wholeFileLimit = 50 * 1024 * 1024;
