// Formats errors for the log.

/** Maximum number of causes to follow, since a chain may be circular. */
const maxCauses = 5;

/**
 * Formats an error for the log: name, code, message, stack frames, and its causes. Omits the message of a syntax error,
 * since it quotes the parsed file.
 */
export function formatTrace(cause: unknown): string {
  const parts: string[] = [];
  let current = cause;
  for (let depth = 0; depth < maxCauses && current !== undefined; depth++) {
    parts.push(formatOne(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join('\ncaused by ');
}

function formatOne(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  const head = `${cause.name}${code}${cause instanceof SyntaxError ? '' : `: ${cause.message}`}`;
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [head, ...frames].join('\n');
}
