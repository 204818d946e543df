/** Paths and header lines longer than this are not taken for what they seem to be. */
export const maxHeaderLength = 4096;

/**
 * The path of a `--- ` or `+++ ` line, or of a `rename from` line: the rest of the line after the keyword. A time stamp
 * (after a tab, or after a space where the tab was lost) is cut off. `undefined` stands for `/dev/null`.
 */
export function readHeaderPath(rest: string): string | undefined {
  const text = rest.slice(0, maxHeaderLength).trim();
  const quoted = text.startsWith('"') ? readQuotedPath(text, 0)?.path : undefined;
  const path = quoted ?? unquoted(text);
  return isNothing(path) ? undefined : path;
}

function unquoted(text: string): string {
  const tab = text.indexOf('\t');
  const cut = tab < 0 ? text : text.slice(0, tab);
  const bare = cut.replace(/ +\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?[^/]*$/, '').trim();
  return tab < 0 ? readWrittenPath(bare.replace(side, '')) : bare;
}

/** What some write behind a path to say which side it is of; git puts a tab behind a name with spaces. */
const side = / \((?:original|modified|old|new|before|after|updated|current|existing|new file|deleted)\)$/i;

/** A path as a person writes it: in quotes or bold, with a colon behind it, or with the back-slashes of Windows. */
export function readWrittenPath(text: string): string {
  const path = text.replace(/:$/, '');
  const bare = /^`[^`]+`$|^'[^']+'$|^"[^"]+"$/.test(path) ? path.slice(1, -1) : path.replace(/^\*\*(.+)\*\*$/, '$1');
  return bare.replaceAll('\\', '/');
}

function isNothing(path: string): boolean {
  return (
    path === '/dev/null' || path === 'dev/null' || path === 'a/dev/null' || path === 'b/dev/null' || path === 'nul'
  );
}

/**
 * The two paths of a `diff --git` line, prefixes included. Unquoted names are not delimited, so they are cut where both
 * sides name the same file behind their first component (as git itself does) or, with odd prefixes, share the longest end.
 */
export function readGitPaths(rest: string): { readonly from: string; readonly to: string } | undefined {
  const text = rest.slice(0, maxHeaderLength).trim();
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
  return cutInTwo(text.replaceAll('\\', '/'));
}

function cutInTwo(text: string): { from: string; to: string } | undefined {
  let best: { from: string; to: string; shared: number } | undefined;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const from = text.slice(0, space);
    const to = text.slice(space + 1);
    if (from === '' || to === '') continue;
    if (from === to || afterFirst(from) === afterFirst(to)) return { from, to };
    const shared = sharedEnd(from, to);
    if (best === undefined || shared > best.shared) best = { from, to, shared };
  }
  return best;
}

function afterFirst(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** How many characters two paths share at their ends. */
export function sharedEnd(left: string, right: string): number {
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared)) shared++;
  return shared;
}

const letters: Readonly<Record<string, number>> = {
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

/** A path, and where in the text it ended. */
export interface PathRead {
  readonly path: string;
  readonly next: number;
}

/**
 * Reads a path that git has quoted like a C string (quote.c of git): `\nnn` are octal bytes of UTF-8. `at` is the
 * opening quote; `undefined` if the string does not close or holds an unknown escape.
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
    const byte = octal === undefined ? letters[text.charAt(next + 1)] : Number.parseInt(octal, 8);
    if (byte === undefined) return undefined;
    bytes.push(byte);
    next += octal === undefined ? 2 : 4;
  }
  return undefined;
}
