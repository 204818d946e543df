/** Causes that are followed; a chain may be a circle. */
const maxCauses = 5;

/**
 * A failure for the log: its kind, code and message, where it was thrown, and what it came from. The message of a syntax
 * error quotes what was read, and no content of a file belongs into a log.
 */
export function traceOf(cause: unknown): string {
  const parts: string[] = [];
  let next = cause;
  for (let depth = 0; depth < maxCauses && next !== undefined; depth++) {
    parts.push(oneTrace(next));
    next = next instanceof Error ? next.cause : undefined;
  }
  return parts.join('\ncaused by ');
}

function oneTrace(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  const head = `${cause.name}${code}${cause instanceof SyntaxError ? '' : `: ${cause.message}`}`;
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [head, ...frames].join('\n');
}
