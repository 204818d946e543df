// The errors of tools, and the conversion of other errors to them.
import { inEnglish, phrase, type Phrase } from './phrase.ts';

/** The error codes of tools, for models and for callers of the API. */
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

interface ErrorDetails {
  /** What happened, for a person, without advice to a model. Undefined if only models see the error. */
  readonly userMessage?: Phrase | undefined;
  /** The underlying error, for the log. */
  readonly cause?: unknown;
}

/**
 * An error for models: `message` says what happened and then what to do next, in whole sentences, and names nothing
 * that the caller may not see.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: Phrase | undefined;

  constructor(code: ErrorCode, message: string, { userMessage, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'ToolError';
    this.code = code;
    this.userMessage = userMessage;
  }
}

/** An error for people and models: `userMessage` (what happened) is for both, `next` (what to do) for models alone. */
export function failure(code: ErrorCode, userMessage: Phrase, next: string, cause?: unknown): ToolError {
  return new ToolError(code, `${inEnglish(userMessage)} ${next}`, { userMessage, cause });
}

/** The error for an input that a tool cannot accept. */
export function validationError(message: string): ToolError {
  return new ToolError('VALIDATION_ERROR', message);
}

/** The error for a text that is no complete patch. */
export function patchInvalid(message: string): ToolError {
  return new ToolError('PATCH_INVALID', message);
}

/** An error as models read it: `[CODE] what happened. What to do next.` */
export function describeError(error: ToolError): string {
  return `[${error.code}] ${error.message}`;
}

/** Matches sentences that advise a model. */
const advice = /\bredline_|\bthe user\b|\b(?:call|send|repeat|try|leave|omit|pass|set)\b|^Use /i;

/** Removes the advice from a message that was worded for models, so that people can read it. */
export function withoutAdvice(message: string): string {
  const [first = '', ...more] = message.split(/(?<=[.!?]) (?=[A-Z])/);
  const end = more.findIndex((sentence) => advice.test(sentence));
  return [first, ...(end === -1 ? more : more.slice(0, end))].join(' ');
}

/** Whether a model must not retry. Such errors are returned, since the host invites a retry after a thrown error. */
export function isFinal(code: ErrorCode): boolean {
  return ['REJECTED', 'PERMISSION_DENIED', 'WRITES_DISABLED', 'PARTIALLY_APPLIED'].includes(code);
}

/** Whether an error belongs into the log, since it does not come from the call's input. */
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
 * Turns any error that left everything unchanged into a `ToolError`: the operating system's code selects ours, `IO_ERROR`
 * if it is not listed. The system's text is left out, since it may name paths.
 */
export function toToolError(cause: unknown, doing: Phrase | string): ToolError {
  if (cause instanceof ToolError) return cause;
  const systemCode = systemCodeOf(cause);
  const code = systemCodes[systemCode] ?? 'IO_ERROR';
  return failure(code, messageForPerson(doing, systemCode), adviceFor(code, systemCode), cause);
}

/** The operating system's code; errors of the editor's file system have it in their message alone. */
function systemCodeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? String(cause.code) : '';
  if (code !== '' && code !== 'Unknown') return code;
  return /\b(E[A-Z]{3,12}): /.exec(cause.message)?.[1] ?? '';
}

function messageForPerson(doing: Phrase | string, systemCode: string): Phrase {
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
  if (systemCode === 'ENAMETOOLONG') return 'Choose a shorter name.';
  if (code === 'NOT_FOUND') return 'Check the path with redline_list_directory.';
  if (code === 'ALREADY_EXISTS') return 'Choose another path, or change what is there.';
  if (code === 'PERMISSION_DENIED') return 'The file system does not allow it; do not try again.';
  if (code === 'VALIDATION_ERROR') return 'Check what this path is with redline_path_info.';
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') {
    return 'Tell the user, and do not try again until they have freed some disk space.';
  }
  return 'Try once more, and tell the user if it fails again.';
}
