import { ToolError } from '../wording/errors.ts';
import { escapeForDisplay } from '../text/unicode.ts';
import { authorityKey, splitAbsolute } from './root.ts';

/** A path as it was asked for, read once: what kind it is, and its raw segments (`.` and `..` still in it). */
export type AskedPath = (
  | { readonly kind: 'relative' }
  | { readonly kind: 'absolute'; readonly volume: string }
  | { readonly kind: 'uri'; readonly scheme: string; readonly authority: string; readonly path: string }
) & { readonly segments: readonly string[]; readonly folder: boolean };

const longest = 4096;
const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/;
const variable = /^(?:\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|\$env:.*|%[A-Za-z_][A-Za-z0-9_()]*%)$/;

/**
 * Reads a path as a model wrote it. `windows` makes `\` a separator and knows drives and shares. Nothing is decoded or
 * expanded; what would have to be is refused with VALIDATION_ERROR. A leading `./` says that the rest is meant
 * literally. `schemes` are those of the workspace folders: a URI of one of them is a path as well.
 */
export function readAsked(asked: string, windows: boolean, schemes: ReadonlySet<string>): AskedPath {
  if (asked === '') throw refuse(asked, 'it is empty. Write "." for the workspace folder');
  if (asked.length > longest) throw refuse(asked, `it is longer than ${longest} characters. Send a shorter path`);
  const control = /[\p{Cc}\u2028\u2029]/u.test(asked);
  if (control) throw refuse(asked, 'it contains a control character. Send the path without it');
  const text = windows ? asked.replaceAll('\\', '/') : asked;
  if (windows) refuseWindowsForms(asked, text);
  else if (text.includes('\\')) throw refuseBackslash(asked);
  else if (/^[A-Za-z]:/.test(text))
    throw refuse(asked, 'it names a Windows drive. Write it relative to the workspace folder');
  const uri = scheme.exec(text)?.[1]?.toLowerCase();
  if (uri !== undefined) return readUri(asked, uri, schemes);
  const { volume, segments } = splitAbsolute(text, windows);
  const folder = /(?:^|\/)\.{0,2}$/.test(text);
  if (volume !== '' || text.startsWith('/')) return { kind: 'absolute', volume, segments, folder };
  refuseExpansion(asked, text.split('/')[0] ?? '', text.includes('/'));
  return { kind: 'relative', segments: text.split('/'), folder };
}

/** Whether a relative path starts like something else, so that it must be written with a leading `./`. */
export function needsDotSlash(relative: string): boolean {
  const first = relative.split('/')[0] ?? '';
  return first === '~' || variable.test(first) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(first);
}

function refuseWindowsForms(asked: string, text: string): void {
  if (/^\/[/?]\/?[?.](?:\/|$)|^\/\?\?\//.test(text)) {
    throw refuse(asked, 'it is a device or verbatim path. Write it relative to the workspace folder');
  }
  if (/^\/?[A-Za-z]:(?!\/)/.test(text)) {
    throw refuse(asked, 'it is relative to a drive. Write it relative to the workspace folder');
  }
  if (/^\/\/(?:[^/]*\/?$|\/)/.test(text)) {
    throw refuse(asked, 'it does not name a share. Write it relative to the workspace folder');
  }
}

function refuseExpansion(asked: string, first: string, more: boolean): void {
  if (first === '~') {
    throw refuse(asked, `"~" is not expanded. Write the path relative to the workspace folder${literally}`);
  }
  if (variable.test(first) && (more || first.startsWith('${') || first.startsWith('%'))) {
    throw refuse(asked, `variables are not expanded. Write the path relative to the workspace folder${literally}`);
  }
}

const literally = '; if a name really starts that way, put "./" in front';

function readUri(asked: string, name: string, schemes: ReadonlySet<string>): AskedPath {
  const parts = /^[^:]+:(?:\/\/([^/?#\\]*))?(\/[^?#\\]*)$/.exec(asked);
  if (!schemes.has(name) || parts === null) {
    const what = asked.slice(name.length + 1).startsWith('//')
      ? 'it is a URI for another location'
      : 'it starts like a URI or names an alternate stream';
    throw refuse(asked, `${what}. Write the path relative to the workspace folder${literally}`);
  }
  const raw = (parts[2] ?? '').split('/');
  const segments = raw.map((segment) => decodeSegment(asked, segment));
  const authority = authorityKey(parts[1] ?? '');
  return {
    kind: 'uri',
    scheme: name,
    authority,
    path: segments.join('/'),
    segments: segments.slice(1),
    folder: raw.at(-1) === '',
  };
}

function decodeSegment(asked: string, segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (!/[/\\\p{Cc}]/u.test(decoded)) return decoded;
  } catch {
    // Not UTF-8: refused below, as what cannot be decoded names nothing.
  }
  throw refuse(
    asked,
    'it is a URI with an escape that no path can contain. Write the path relative to the workspace folder',
  );
}

/** VALIDATION_ERROR that quotes the path, cut and with nothing hidden in it. `because` ends with the next step, without a full stop. */
export function refuse(asked: string, because: string): ToolError {
  return new ToolError('VALIDATION_ERROR', `The path ${quote(asked)} is refused: ${because}.`);
}

/** On POSIX a backslash is part of a name; a model that writes one means a separator, and gets no third thing. */
export function refuseBackslash(asked: string): ToolError {
  return refuse(asked, 'it contains a backslash, which is not a separator here. Write the path with "/"');
}

/** A path in quotes, as it may stand in a message: at most 200 characters, hidden characters shown. */
export function quote(asked: string): string {
  const shown = escapeForDisplay(asked.length > 200 ? `${asked.slice(0, 200)}…` : asked);
  return `"${shown}"`;
}
