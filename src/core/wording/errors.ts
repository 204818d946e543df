import { inEnglish, phrase, type Phrase } from './phrase.ts';

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
  | 'IO_ERROR'
  | 'PARTIALLY_APPLIED';

interface Besides {
  /** What happened, for a person: no advice to a model. Absent where only models meet the failure. */
  readonly told?: Phrase | undefined;
  /** What it came from, for the log. */
  readonly cause?: unknown;
}

/**
 * A failure that is meant to be read: `message` says what happened and then what to do next, in whole sentences.
 * It names nothing that the caller may not see.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly told: Phrase | undefined;

  constructor(code: ErrorCode, message: string, { told, cause }: Besides = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'ToolError';
    this.code = code;
    this.told = told;
  }
}

/** A failure that people meet, too: both are told what happened, and models alone what to do next. */
export function failure(code: ErrorCode, told: Phrase, next: string, cause?: unknown): ToolError {
  return new ToolError(code, `${inEnglish(told)} ${next}`, { told, cause });
}

/** `[CODE] what happened. What to do next.` — the one form in which a model meets a failure. */
export function formatError(error: ToolError): string {
  return `[${error.code}] ${error.message}`;
}

/** Words that advise a model, not a person who reads them. */
const forModels = /\bredline_|\bthe user\b|\b(?:call|send|repeat|try|leave|omit|pass|set)\b|^Use /i;

/** What happened, for a person who meets a failure that was worded for models alone: without what to call next. */
export function withoutAdvice(message: string): string {
  const [first = '', ...more] = message.split(/(?<=[.!?]) (?=[A-Z])/);
  const end = more.findIndex((sentence) => forModels.test(sentence));
  return [first, ...(end === -1 ? more : more.slice(0, end))].join(' ');
}

/** Outcomes that the model must not try again; the host invites a retry after every thrown error, so these are returned. */
export function isFinal(code: ErrorCode): boolean {
  return ['REJECTED', 'PERMISSION_DENIED', 'WRITES_DISABLED', 'PARTIALLY_APPLIED'].includes(code);
}

/** Whether a failure is one that the log should tell of, since nobody foresaw it in what was asked for. */
export function isUnexpected(cause: unknown): boolean {
  return !(cause instanceof ToolError) || cause.code === 'IO_ERROR' || cause.code === 'PARTIALLY_APPLIED';
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
  ENAMETOOLONG: 'VALIDATION_ERROR',
  FileIsADirectory: 'VALIDATION_ERROR',
  FileNotADirectory: 'VALIDATION_ERROR',
};

/**
 * Words an unexpected failure that changed nothing: the system's own code decides ours (`EMFILE`, `ENOSPC` and all others
 * are `IO_ERROR`), and the system's text, which may name paths, is left out.
 */
export function toToolError(cause: unknown, doing: Phrase | string): ToolError {
  if (cause instanceof ToolError) return cause;
  const systemCode = systemCodeOf(cause);
  const code = systemCodes[systemCode] ?? 'IO_ERROR';
  const told = toldOf(doing, systemCode);
  return failure(
    code,
    told,
    systemCode === 'ENAMETOOLONG' ? 'Choose a shorter name.' : adviceFor(code, systemCode),
    cause,
  );
}

/** Errors that came through the editor's file system keep the system's code in their text alone. */
function systemCodeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? String(cause.code) : '';
  if (code !== '' && code !== 'Unknown') return code;
  return /\b(E[A-Z]{3,12}): /.exec(cause.message)?.[1] ?? '';
}

function toldOf(doing: Phrase | string, systemCode: string): Phrase {
  switch (systemCode) {
    case 'ENOSPC':
    case 'EDQUOT':
      return phrase('{0} failed ({1}): the disk is full. Nothing was changed.', doing, systemCode);
    case 'EMFILE':
    case 'ENFILE':
      return phrase('{0} failed ({1}): too many files are open. Nothing was changed.', doing, systemCode);
    case 'EBUSY':
    case 'ETXTBSY':
      return phrase('{0} failed ({1}): another program has the file open. Nothing was changed.', doing, systemCode);
    case '':
      return phrase('{0} failed; see the Redline log for details. Nothing was changed.', doing);
    default:
      return phrase('{0} failed ({1}). Nothing was changed.', doing, systemCode);
  }
}

function adviceFor(code: ErrorCode, systemCode: string): string {
  if (code === 'NOT_FOUND') return 'Check the path with redline_list_directory.';
  if (code === 'ALREADY_EXISTS') return 'Choose another path, or change what is there.';
  if (code === 'PERMISSION_DENIED') return 'The file system does not allow it; do not try again.';
  if (code === 'VALIDATION_ERROR') return 'Check what this path is with redline_path_info.';
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') {
    return 'Tell the user, and do not try again until they have freed some disk space.';
  }
  return 'Try once more, and tell the user if it fails again.';
}
