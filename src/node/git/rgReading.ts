import { shouldYield, type Turn, type Yielding } from '../../core/async/yielding.ts';

/** A rule of which ripgrep is known to make what git makes: see `readsAsGit`. */
const alike = /^(?:\\[#!])?(?:\*\*(?=\/|$)|\*(?!\*)|\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.])+\]|[^*[\]{}\\\0])*$/;

/** For each of more rules ripgrep would take some kilobytes of memory. */
const maxLines = 20_000;

/**
 * Whether ripgrep reads a file of ignore rules as git does. It does not with braces (it takes them for alternatives),
 * named and negated classes, classes with special members, escapes, stars that stand for folders beside other
 * characters, empty names, white space other than spaces at the end, and a byte order mark; found by comparing both on
 * generated rules. Nor should it read a file of very many.
 */
export function* readsAsGit(content: Uint8Array): Yielding<boolean> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
  if (text.startsWith('\xef\xbb\xbf')) return false;
  const turn: Turn = { lines: 0 };
  let lines = 0;
  for (let start = 0; start < text.length; lines++) {
    if (lines > maxLines) return false;
    if (shouldYield(turn, 1)) yield;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end);
    if (!isAlikeLine(line)) return false;
    start = end < 0 ? text.length : end + 1;
  }
  return true;
}

function isAlikeLine(line: string): boolean {
  const rule = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (rule === '' || rule.startsWith('#')) return true;
  const body = rule.replace(/^!/, '');
  return body !== '' && alike.test(body) && !/\/\/|[^ /]\*\*|[\t\v\f\r\xa0\x85]$|^[ !]|[ ]\/$/.test(body);
}
