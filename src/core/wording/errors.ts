// Defines the errors that tools return to models and users, converts other errors to them, and formats any for the log.
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
  /** The problem, for a user, without advice to a model. Undefined if only models see the error. */
  readonly userMessage?: Phrase | undefined;
  /** The underlying error, for the log. */
  readonly cause?: unknown;
}

/**
 * An error for models: `message` states the problem and then what to do next, as sentences, and names nothing that the
 * caller may not see.
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

/**
 * Creates an error for users and models: `userMessage` (the problem) is for both, `next` (what to do) for models alone.
 */
export function failure(code: ErrorCode, userMessage: Phrase, next: string, cause?: unknown): ToolError {
  return new ToolError(code, `${inEnglish(userMessage)} ${next}`, { userMessage, cause });
}

/** The error for invalid input of a tool. Its message is for models; users see it without the advice. */
export function validationError(message: string): ToolError {
  return new ToolError('VALIDATION_ERROR', message);
}

/** The error for a text that is not a complete patch, likewise. */
export function invalidPatchError(message: string): ToolError {
  return new ToolError('PATCH_INVALID', message);
}

/**
 * Thrown if a file changed since the call was planned, so that the plan's `before` is out of date; nothing was written.
 * The pipeline then plans the call again; the agent gets the error only after the last attempt.
 */
export class StalePlan extends ToolError {
  constructor(
    path: string,
    userMessage = phrase('{0} was modified while the change was being reviewed or made. Nothing was written.', path),
  ) {
    super('STALE', `${inEnglish(userMessage)} Read it again, then repeat the call.`, { userMessage });
  }
}

/** Formats an error for models: `[CODE] what happened. What to do next.` */
export function describeError(error: ToolError): string {
  return `[${error.code}] ${error.message}`;
}

/**
 * Matches sentences that advise a model, by their words. An error without `userMessage` must not describe the problem in
 * such words after its first sentence: users would not see it. Nothing checks this.
 */
const advicePattern = /\bredline_|\bthe user\b|\b(?:call|send|repeat|try|leave|omit|pass|set)\b|^Use /i;

/**
 * Removes the advice from a message for models, so that users can read it: all from the first sentence of advice on. The
 * first sentence always states the problem, so it stays.
 */
export function withoutAdvice(message: string): string {
  const [first = '', ...laterSentences] = message.split(/(?<=[.!?]) (?=[A-Z])/);
  const end = laterSentences.findIndex((sentence) => advicePattern.test(sentence));
  return [first, ...(end === -1 ? laterSentences : laterSentences.slice(0, end))].join(' ');
}

/**
 * Whether a model must not try again. Tools return such errors as answers: VS Code invites models to retry after a thrown
 * error.
 */
export function forbidsRetry(code: ErrorCode): boolean {
  return ['REJECTED', 'PERMISSION_DENIED', 'WRITES_DISABLED', 'PARTIALLY_APPLIED'].includes(code);
}

/** Whether an error belongs in the log, since it is not caused by the call's input. */
export function isUnexpected(cause: unknown): boolean {
  return !(cause instanceof ToolError) || cause.code === 'IO_ERROR' || cause.code === 'PARTIALLY_APPLIED';
}

/** Our codes by the codes of Node's errors and of the editor's `FileSystemError`. */
const codeBySystemCode: Readonly<Record<string, ErrorCode>> = {
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
 * Converts any error to a `ToolError`: the operating system's code selects ours, `IO_ERROR` if it is not listed. Omits the
 * system's text, since it may contain paths. The message says that nothing was changed, so that must be true.
 * @param action what failed: the subject of a sentence, such as "Reading the file"
 */
export function toToolError(cause: unknown, action: Phrase | string): ToolError {
  if (cause instanceof ToolError) return cause;
  const systemCode = systemCodeOf(cause);
  const code = codeBySystemCode[systemCode] ?? 'IO_ERROR';
  return failure(code, userMessageFor(action, systemCode), adviceFor(code, systemCode), cause);
}

/** The code of a system error. The editor's file system keeps some codes only in the message, as `ENOSPC: …`. */
function systemCodeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if ('code' in cause && typeof cause.code === 'string' && cause.code !== 'Unknown') return cause.code;
  return /\b(E[A-Z]{3,12}): /.exec(cause.message)?.[1] ?? '';
}

function userMessageFor(action: Phrase | string, systemCode: string): Phrase {
  switch (systemCode) {
    case 'ENOSPC':
    case 'EDQUOT':
      return phrase('{0} failed ({1}): the disk is full. Nothing was changed.', action, systemCode);
    case 'EMFILE':
    case 'ENFILE':
      return phrase('{0} failed ({1}): too many files are open. Nothing was changed.', action, systemCode);
    case 'EBUSY':
    case 'ETXTBSY':
      return phrase('{0} failed ({1}): another program has the file open. Nothing was changed.', action, systemCode);
    case '':
      return phrase('{0} failed; see the Redline log for details. Nothing was changed.', action);
    default:
      return phrase('{0} failed ({1}). Nothing was changed.', action, systemCode);
  }
}

function adviceFor(code: ErrorCode, systemCode: string): string {
  // The system's code says more than ours, so it comes first.
  if (systemCode === 'ENAMETOOLONG') return 'Choose a shorter name.';
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') {
    return 'Tell the user, and do not try again until they have freed some disk space.';
  }
  if (code === 'NOT_FOUND') return 'Check the path with redline_list_directory.';
  if (code === 'ALREADY_EXISTS') return 'Choose another path, or change what is there.';
  if (code === 'PERMISSION_DENIED') return 'The file system does not allow it; do not try again.';
  if (code === 'VALIDATION_ERROR') return 'Check what this path is with redline_path_info.';
  return 'Try once more, and tell the user if it fails again.';
}

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
