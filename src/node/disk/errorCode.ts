/** The code of an error of the system, such as `ENOENT`; empty where it has none. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
