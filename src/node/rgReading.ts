/** A rule of which ripgrep is known to make what git makes: see `readsAsGit`. */
const alike = /^(?:\\[#!])?(?:\*\*(?=\/|$)|\*(?!\*)|\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.])+\]|[^*[\]{}\\\0])*$/;

/**
 * Whether ripgrep reads a file of ignore rules as git does. It does not with braces (it takes them for alternatives),
 * named and negated classes, classes with special members, escapes, stars that stand for folders beside other
 * characters, empty names, white space other than spaces at the end, and a byte order mark; found by comparing both on
 * generated rules.
 */
export function readsAsGit(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString('latin1');
  if (text.startsWith('\xef\xbb\xbf')) return false;
  return text.split('\n').every((line) => {
    const rule = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rule === '' || rule.startsWith('#')) return true;
    const body = rule.replace(/^!/, '');
    return body !== '' && alike.test(body) && !/\/\/|[^ /]\*\*|[\t\v\f\r\xa0\x85]$|^[ !]|[ ]\/$/.test(body);
  });
}
