// Reads the paths in the headers of a patch.

/** Maximum length of a path or of two, in UTF-16 units. The rest is ignored. */
const maxPathLength = 4096;
/** Maximum length of a header line: a path and its keyword. The rest is ignored. */
export const maxHeaderLength = 4200;

/**
 * Reads the path of a `--- `, `+++ ` or `rename from` line from the text after the keyword. A time stamp is cut off (after
 * a tab, or after a space if the tab was lost). Undefined for `/dev/null`.
 */
export function readHeaderPath(rest: string): string | undefined {
  const text = rest.slice(0, maxPathLength).trim();
  const quoted = text.startsWith('"') ? readQuotedPath(text, 0)?.path : undefined;
  const path = quoted ?? unquoted(text);
  return isNullDevice(path) ? undefined : path;
}

function unquoted(text: string): string {
  const tab = text.indexOf('\t');
  const cut = tab < 0 ? text : text.slice(0, tab);
  const bare = cut.replace(/ +\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?[^/]*$/, '').trim();
  return tab < 0 ? readWrittenPath(bare.replace(sideRemark, '')) : bare;
}

/** A remark after a path that names its side. After a tab, it would be part of a name with spaces. */
const sideRemark = / \((?:original|modified|old|new|before|after|updated|current|existing|new file|deleted)\)$/i;

/** Reads a path that may be in quotes or bold, end with a colon, or have the backslashes of Windows. */
export function readWrittenPath(text: string): string {
  const path = text.replace(/:$/, '');
  const bare = /^`[^`]+`$|^'[^']+'$|^"[^"]+"$/.test(path) ? path.slice(1, -1) : path.replace(/^\*\*(.+)\*\*$/, '$1');
  return bare.replaceAll('\\', '/');
}

function isNullDevice(path: string): boolean {
  return /^(?:\/|[ab]\/)?dev\/null$|^nul$/.test(path);
}

/**
 * Reads the two paths of a `diff --git` line, prefixes included. Unquoted paths are not delimited: they are split where
 * both name the same file after their first component, as git does, or else where they have the longest common end.
 */
export function readGitPaths(rest: string): { readonly from: string; readonly to: string } | undefined {
  const text = rest.slice(0, maxPathLength).trim();
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
  let best: { from: string; to: string; shared: number } | undefined;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const from = text.slice(0, space);
    const to = text.slice(space + 1);
    if (from === '' || to === '') continue;
    if (from === to || withoutFirstComponent(from) === withoutFirstComponent(to)) return { from, to };
    const shared = sharedEnd(from, to);
    if (best === undefined || shared > best.shared) best = { from, to, shared };
  }
  return best;
}

function withoutFirstComponent(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** Length of the common end of two paths, in UTF-16 units. */
export function sharedEnd(left: string, right: string): number {
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared)) shared++;
  return shared;
}

/** Bytes of the single-letter escapes. */
const escapedBytes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A path, and the offset after it. */
export interface PathRead {
  readonly path: string;
  readonly next: number;
}

/**
 * Reads a path that git quoted like a C string (quote.c of git); `\nnn` is an octal byte of UTF-8. `at` is the opening
 * quote. Undefined if the string is not closed or contains an unknown escape.
 */
export function readQuotedPath(text: string, at: number): PathRead | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let next = at + 1; next < text.length;) {
    const unit = text.charAt(next);
    if (unit === '"') return { path: new TextDecoder().decode(new Uint8Array(bytes)), next: next + 1 };
    if (unit !== '\\') {
      const character = String.fromCodePoint(text.codePointAt(next) ?? 0);
      bytes.push(...encoder.encode(character));
      next += character.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(next + 1, next + 4))?.[0];
    const byte = octal === undefined ? escapedBytes[text.charAt(next + 1)] : Number.parseInt(octal, 8);
    if (byte === undefined) return undefined;
    bytes.push(byte);
    next += octal === undefined ? 2 : 4;
  }
  return undefined;
}
