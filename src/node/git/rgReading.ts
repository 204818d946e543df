import { shouldYield, type SinceYield, type Yielding } from '../../core/async/yielding.ts';

/** Matches rules that ripgrep is known to read as git does: see `readsAsGit`. */
const alike = /^(?:\\[#!])?(?:\*\*(?=\/|$)|\*(?!\*)|\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.])+\]|[^*[\]{}\\\0])*$/;

/** Maximum number of rules for ripgrep, which takes some kilobytes of memory for each. */
const maxLines = 20_000;

/**
 * Whether ripgrep reads an ignore file as git does. Found by comparing both on generated rules, they differ in:
 * braces, named and negated classes, classes with special members, escapes, `**` beside other characters, empty names,
 * trailing white space other than spaces, and a byte order mark.
 */
export function* readsAsGit(content: Uint8Array): Yielding<boolean> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
  if (text.startsWith('\xef\xbb\xbf')) return false;
  const sinceYield: SinceYield = { lines: 0 };
  let lines = 0;
  for (let start = 0; start < text.length; lines++) {
    if (lines > maxLines) return false;
    if (shouldYield(sinceYield, 1)) yield;
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
