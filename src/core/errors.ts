/** Every way a tool can fail, as the model and the callers of the API see it. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'NO_MATCH'
  | 'AMBIGUOUS_MATCH'
  | 'NO_CHANGE'
  | 'STALE'
  | 'BINARY_FILE'
  | 'ENCODING'
  | 'TOO_LARGE'
  | 'PATCH_INVALID'
  | 'PATCH_CONFLICT'
  | 'OUTSIDE_WORKSPACE'
  | 'PERMISSION_DENIED'
  | 'WRITES_DISABLED'
  | 'REJECTED'
  | 'IO_ERROR';

/**
 * A failure that is meant to be read: `message` says what happened and then what to do next, in whole sentences.
 * It holds no stack and no name of anything the caller may not see.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
  }
}

/** `[CODE] what happened. What to do next.` — the one form in which a model meets a failure. */
export function formatError(error: ToolError): string {
  return `[${error.code}] ${error.message}`;
}

/** Outcomes that the model must not try again; the host invites a retry after every thrown error, so these are returned. */
export function isFinal(code: ErrorCode): boolean {
  return code === 'REJECTED' || code === 'PERMISSION_DENIED' || code === 'WRITES_DISABLED';
}

const systemCodes: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'NOT_FOUND',
  FileNotFound: 'NOT_FOUND',
  EEXIST: 'ALREADY_EXISTS',
  FileExists: 'ALREADY_EXISTS',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  NoPermissions: 'PERMISSION_DENIED',
  EISDIR: 'VALIDATION_ERROR',
  ENOTDIR: 'VALIDATION_ERROR',
  ELOOP: 'VALIDATION_ERROR',
  FileIsADirectory: 'VALIDATION_ERROR',
  FileNotADirectory: 'VALIDATION_ERROR',
};

/**
 * Words an unexpected failure for the model: the system's own code decides ours (`EMFILE`, `ENOSPC` and all others are
 * `IO_ERROR`), and the system's text, which may name paths, is left out.
 */
export function toToolError(cause: unknown, doing: string): ToolError {
  if (cause instanceof ToolError) return cause;
  const systemCode = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const code = systemCodes[systemCode] ?? 'IO_ERROR';
  const name = systemCode === '' || systemCode === 'Unknown' ? '' : ` (${systemCode})`;
  return new ToolError(code, `${doing} failed${name}. ${adviceFor(code)}`);
}

function adviceFor(code: ErrorCode): string {
  if (code === 'NOT_FOUND') return 'Check the path with redline_list_directory.';
  if (code === 'ALREADY_EXISTS') return 'Choose another path, or change what is there.';
  if (code === 'PERMISSION_DENIED') return 'The file system does not allow it; do not try again.';
  if (code === 'VALIDATION_ERROR') return 'Check with redline_path_info what kind of path this is.';
  return 'Nothing was changed; try once more, and tell the user if it fails again.';
}
