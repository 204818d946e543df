// Reads the paths in the headers of a patch.
import { readQuotedPath } from '../../text/quotedPath.ts';

/** Maximum length of the text with the path or paths of a header line, in UTF-16 units. The rest is ignored. */
const maxPathChars = 4096;
/** Maximum length of a header line: a keyword and `maxPathChars`. The rest is ignored. */
export const maxHeaderChars = 4200;

/**
 * Reads the path of a `--- `, `+++ ` or `rename from` line from the text after the keyword. Removes a time stamp (after
 * a tab, or after a space if the tab was lost). Undefined for `/dev/null`.
 */
export function readHeaderPath(rest: string): string | undefined {
  const path = readAnyPath(rest);
  return isNullDevice(path) ? undefined : path;
}

/** Reads the paths of a `--- ` and a `+++ ` line, as `readHeaderPath` does. `nul` is a file if both lines name it. */
export function readHeaderPaths(
  oldRest: string,
  newRest: string,
): {
  readonly from: string | undefined;
  readonly to: string | undefined;
} {
  if ([oldRest, newRest].every((rest) => readAnyPath(rest) === 'nul')) return { from: 'nul', to: 'nul' };
  return { from: readHeaderPath(oldRest), to: readHeaderPath(newRest) };
}

function readAnyPath(rest: string): string {
  const text = rest.slice(0, maxPathChars).trim();
  const quotedPath = text.startsWith('"') ? readQuotedPath(text, 0)?.path : undefined;
  return quotedPath ?? readUnquotedPath(text);
}

function readUnquotedPath(text: string): string {
  const tab = text.indexOf('\t');
  const textBeforeTab = tab < 0 ? text : text.slice(0, tab);
  const path = textBeforeTab.replace(timestampPattern, '').trim();
  // Git quotes a name with a backslash, so an unquoted one is a separator of Windows.
  return tab < 0 ? readWrittenPath(path.replace(sideRemarkPattern, '')) : path.replaceAll('\\', '/');
}

/** A time stamp after a path, as `diff -u` writes it, whose tab was lost. */
const timestampPattern = / +\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?[^/]*$/;

/**
 * A remark after a path that identifies its side. Before a tab it is part of the name, since git writes a tab after a
 * name with spaces.
 */
const sideRemarkPattern = / \((?:original|modified|old|new|before|after|updated|current|existing|new file|deleted)\)$/i;

/** Reads a path as models write it: perhaps quoted, bold (Markdown), with a final colon, or with backslashes. */
export function readWrittenPath(text: string): string {
  const path = text.replace(/:$/, '');
  const unquotedPath = /^`[^`]+`$|^'[^']+'$|^"[^"]+"$/.test(path)
    ? path.slice(1, -1)
    : path.replace(/^\*\*(.+)\*\*$/, '$1');
  return unquotedPath.replaceAll('\\', '/');
}

/** Whether a path names no file: `/dev/null`, also with a prefix, or `nul` as on Windows. */
function isNullDevice(path: string): boolean {
  return /^(?:\/|[ab]\/)?dev\/null$|^nul$/.test(path);
}

/**
 * Reads the two paths of a `diff --git` line, prefixes included. Unquoted paths are not delimited: they are split where
 * both name the same file after their first component, as git does, or else where they have the longest common end.
 */
export function readGitPaths(rest: string): { readonly from: string; readonly to: string } | undefined {
  const text = rest.slice(0, maxPathChars).trim();
  if (text.startsWith('"')) {
    const first = readQuotedPath(text, 0);
    if (first === undefined) return undefined;
    const second = text.slice(first.next).trim();
    const to = second.startsWith('"') ? readQuotedPath(second, 0)?.path : second;
    return to === undefined || to === '' ? undefined : { from: first.path, to };
  }
  if (text.endsWith('"')) {
    const quote = text.indexOf(' "');
    const second = quote < 0 ? undefined : readQuotedPath(text, quote + 1);
    return second?.next === text.length ? { from: text.slice(0, quote), to: second.path } : undefined;
  }
  return splitPaths(text.replaceAll('\\', '/'));
}

function splitPaths(text: string): { from: string; to: string } | undefined {
  let best: { from: string; to: string; sharedLength: number } | undefined;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const from = text.slice(0, space);
    const to = text.slice(space + 1);
    if (from === '' || to === '') continue;
    if (from === to || withoutFirstComponent(from) === withoutFirstComponent(to)) return { from, to };
    const shared = sharedEndLength(from, to);
    if (best === undefined || shared > best.sharedLength) best = { from, to, sharedLength: shared };
  }
  return best;
}

function withoutFirstComponent(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Length of the common end of two paths, in UTF-16 units. */
export function sharedEndLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length)) length++;
  return length;
}
