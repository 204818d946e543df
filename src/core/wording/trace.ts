// Formats errors for the log.

/** Maximum number of errors in a chain of causes, which may be circular; the others are omitted. */
const maxErrors = 5;

/**
 * Formats an error for the log: name, code, message and stack frames, then its causes likewise. Omits the message of a
 * syntax error, since it quotes the parsed file.
 */
export function formatTrace(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  for (let depth = 0; depth < maxErrors && current !== undefined; depth++) {
    parts.push(formatOne(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join('\ncaused by ');
}

function formatOne(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  const message = error instanceof SyntaxError ? '' : `: ${error.message}`;
  // The stack begins with the message, so only its frames are used.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${code}${message}`, ...frames].join('\n');
}
