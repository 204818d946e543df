// Reads the codes of system errors.

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
