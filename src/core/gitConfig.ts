/**
 * The values of git configuration files, by lower-case `section.name`, the last one of each, as git-config(1) writes them:
 * `[section]`, `[section "sub"]` (left out here), `name = value`, quotes, `\` escapes and continuations, comments. A name
 * alone means true.
 */
export function readGitConfig(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, '$1')
    .split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)\s*("(?:[^"\\]|\\.)*")?\s*\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? '').toLowerCase() : '';
    const entry = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line.slice(header?.[0].length ?? 0));
    if (entry === null || section === '') continue;
    values.set(`${section}.${(entry[1] ?? '').toLowerCase()}`, entry[2] === undefined ? 'true' : valueOf(entry[2]));
  }
  return values;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

function valueOf(source: string): string {
  let value = '';
  let kept = 0;
  let quoted = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (character === '\\') {
      const next = source[++at] ?? '';
      value += escapes[next] ?? next;
      kept = value.length;
    } else if (!quoted && (character === '#' || character === ';')) break;
    else {
      value += character;
      if (quoted || !/\s/.test(character)) kept = value.length;
    }
  }
  return value.slice(0, kept);
}

/** Whether a value means yes, as git reads it. */
export function isGitTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}
