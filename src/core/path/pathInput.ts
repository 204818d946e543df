// Parses paths from models, rejects misleading forms, and quotes paths for messages.
import { validationError, type ToolError } from '../wording/errors.ts';
import { escapeForDisplay } from '../text/hiddenCharacters.ts';
import { authorityKey, splitAbsolute } from './pathParts.ts';

/**
 * A parsed input path. `segments` are not normalized: they may contain `.` and `..`. `isFolder`: it ends with `/`, `.`
 * or `..`, which requires a folder. The `path` of a URI is decoded.
 */
export type PathInput = (
  | { readonly kind: 'relative' }
  | { readonly kind: 'absolute'; readonly volume: string }
  | { readonly kind: 'uri'; readonly scheme: string; readonly authority: string; readonly path: string }
) & { readonly segments: readonly string[]; readonly isFolder: boolean };

/** Maximum length of a path, in UTF-16 units. */
const maxPathChars = 4096;
/** Matches the scheme of a URI: at least two characters, since one alone is a drive. */
const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]+):/;
/**
 * Matches a first segment that a shell would expand: `${HOME}`, `$HOME`, `$env:HOME` (PowerShell), `%HOME%` (Windows).
 */
const variablePattern = /^(?:\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|\$env:.*|%[A-Za-z_][A-Za-z0-9_()]*%)$/;

// Special path forms of Windows, after each `\` was replaced by `/`.
/**
 * Matches Windows device and verbatim paths: `//?/C:/x` (verbatim), `//./COM1` (a device), `/??/C:/x` (the kernel's
 * form).
 */
const devicePath = /^\/[/?]\/?[?.](?:\/|$)|^\/\?\?\//;
/** Matches drive-relative paths, `C:x` or `C:`, which depend on the drive's current folder. */
const driveRelative = /^\/?[A-Za-z]:(?!\/)/;
/** Matches UNC paths without a share: `//server`, or `///x`. */
const shareWithoutName = /^\/\/(?:[^/]*\/?$|\/)/;

const dotSlashAdvice = '; if a name really starts that way, put "./" in front';

/**
 * Parses a path from a model. Rejects `~` and variables, which it never expands. After a leading `./` they are ordinary
 * names.
 *
 * @param isWindows whether to parse Windows paths (`\`, drives, shares)
 * @param schemes the URI schemes of the workspace folders, whose URIs count as paths
 * @throws ToolError VALIDATION_ERROR
 */
export function parsePathInput(input: string, isWindows: boolean, schemes: ReadonlySet<string>): PathInput {
  if (input === '') throw pathError(input, 'it is empty. Write "." for the workspace folder');
  if (input.length > maxPathChars)
    throw pathError(input, `it is longer than ${maxPathChars} characters. Send a shorter path`);
  if (/[\p{Cc}\u2028\u2029]/u.test(input))
    throw pathError(input, 'it contains a control character. Send the path without it');
  const text = isWindows ? input.replaceAll('\\', '/') : input;
  if (isWindows) rejectWindowsForms(input, text);
  else if (text.includes('\\')) throw backslashError(input);
  else if (/^[A-Za-z]:/.test(text))
    throw pathError(input, 'it names a Windows drive. Write it relative to the workspace folder');
  const scheme = schemePattern.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) return readUri(input, scheme, schemes);
  const { volume, segments } = splitAbsolute(text, isWindows);
  const isFolder = /(?:^|\/)\.{0,2}$/.test(text);
  if (volume !== '' || text.startsWith('/')) return { kind: 'absolute', volume, segments, isFolder };
  rejectExpansion(input, text.split('/')[0] ?? '', text.includes('/'));
  return { kind: 'relative', segments: text.split('/'), isFolder };
}

/** Whether a relative path needs a leading `./`, since it starts with `~`, or like a URI or a variable. */
export function needsDotSlash(relative: string): boolean {
  const first = relative.split('/')[0] ?? '';
  return first === '~' || variablePattern.test(first) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(first);
}

/** Rejects special path forms of Windows. `text` is the input with `/` for `\`. */
function rejectWindowsForms(input: string, text: string): void {
  if (devicePath.test(text)) {
    throw pathError(input, 'it is a device or verbatim path. Write it relative to the workspace folder');
  }
  if (driveRelative.test(text)) {
    throw pathError(input, 'it is relative to a drive. Write it relative to the workspace folder');
  }
  if (shareWithoutName.test(text)) {
    throw pathError(input, 'it does not name a share. Write it relative to the workspace folder');
  }
}

function rejectExpansion(input: string, firstSegment: string, hasMoreSegments: boolean): void {
  if (firstSegment === '~') {
    throw pathError(input, `"~" is not expanded. Write the path relative to the workspace folder${dotSlashAdvice}`);
  }
  // `$NAME` without further segments may be a file's name.
  const isVariable =
    variablePattern.test(firstSegment) &&
    (hasMoreSegments || firstSegment.startsWith('${') || firstSegment.startsWith('%'));
  if (!isVariable) return;
  throw pathError(
    input,
    `variables are not expanded. Write the path relative to the workspace folder${dotSlashAdvice}`,
  );
}

function readUri(input: string, scheme: string, schemes: ReadonlySet<string>): PathInput {
  // Scheme, optional authority and absolute path, without query, fragment and backslashes.
  const parts = /^[^:]+:(?:\/\/([^/?#\\]*))?(\/[^?#\\]*)$/.exec(input);
  if (!schemes.has(scheme) || parts === null) {
    const reason = input.slice(scheme.length + 1).startsWith('//')
      ? 'it is a URI for another location'
      : 'it starts like a URI or names an alternate stream';
    throw pathError(input, `${reason}. Write the path relative to the workspace folder${dotSlashAdvice}`);
  }
  const rawSegments = (parts[2] ?? '').split('/');
  const segments = rawSegments.map((segment) => decodeSegment(input, segment));
  const authority = authorityKey(parts[1] ?? '');
  return {
    kind: 'uri',
    scheme,
    authority,
    path: segments.join('/'),
    segments: segments.slice(1),
    isFolder: rawSegments.at(-1) === '',
  };
}

function decodeSegment(input: string, segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (!/[/\\\p{Cc}]/u.test(decoded)) return decoded;
  } catch {
    // Invalid UTF-8.
  }
  throw pathError(
    input,
    'it is a URI with an escape that no path can contain. Write the path relative to the workspace folder',
  );
}

/** Creates the VALIDATION_ERROR for a path. `reason`: the reason and the advice, without a final full stop. */
export function pathError(input: string, reason: string): ToolError {
  return validationError(`The path ${quotePath(input)} is refused: ${reason}.`);
}

/** The error for a backslash on POSIX. It is legal in a name there, but a model that writes one means a separator. */
export function backslashError(input: string): ToolError {
  return pathError(input, 'it contains a backslash, which is not a separator here. Write the path with "/"');
}

/** Maximum number of UTF-16 units of a path in a message. */
const maxQuotedChars = 200;

/** Quotes a path for a message: truncated, hidden characters escaped. */
export function quotePath(input: string): string {
  return `"${escapeForDisplay(input.length > maxQuotedChars ? `${input.slice(0, maxQuotedChars)}…` : input)}"`;
}
