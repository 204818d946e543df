// Parses git's configuration files.

/** A value in a git configuration file. */
export interface GitConfigEntry {
  /** In lower case, like `name`. */
  readonly section: string;
  /** The quoted text after the section. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** `true` for a name without a value. */
  readonly value: string;
}

/** Parses a git configuration file by the syntax of git-config(1). Stops at the first error, where git itself fails. */
export function parseGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const token =
    /[ \t\n\v\f\r]+|[#;][^\n]*|\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*/y;
  let section: Pick<GitConfigEntry, 'section' | 'subsection'> | undefined;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (match === null) break;
    const [, header, subsection, name] = match;
    if (header !== undefined)
      section = { section: header.toLowerCase(), subsection: subsection?.replaceAll(/\\(.)/g, '$1') };
    if (name === undefined) continue;
    const parsedValue = readValue(source, token.lastIndex);
    if (section === undefined || parsedValue === undefined) break;
    entries.push({ ...section, name: name.toLowerCase(), value: parsedValue.value });
    token.lastIndex = parsedValue.end;
  }
  return entries;
}

/** The effective (last) value of each `section.name`, without those of subsections. */
export function lastValues(entries: readonly GitConfigEntry[]): ReadonlyMap<string, string> {
  const topLevelEntries = entries.filter(({ subsection }) => subsection === undefined);
  return new Map(topLevelEntries.map(({ section, name, value }) => [`${section}.${name}`, value]));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** Reads the value after a name, and the end of its line; undefined for a syntax error. */
function readValue(source: string, from: number): { readonly value: string; readonly end: number } | undefined {
  if (from >= source.length || source[from] === '\n') return { value: 'true', end: from };
  if (source[from] !== '=') return undefined;
  let value = '';
  // Length of the value without unquoted trailing white space.
  let trimmedLength = 0;
  let isQuoted = false;
  for (let at = from + 1; ; at++) {
    const character = source[at];
    if (character === undefined || character === '\n')
      return isQuoted ? undefined : { value: value.slice(0, trimmedLength), end: at };
    if (!isQuoted && (character === '#' || character === ';')) {
      const end = source.indexOf('\n', at);
      return { value: value.slice(0, trimmedLength), end: end < 0 ? source.length : end };
    }
    if (!isQuoted && /\s/.test(character)) {
      if (value !== '') value += character;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\') {
      const next = source[++at] ?? '';
      if (next === '\n') continue;
      if (escapes[next] === undefined) return undefined;
      value += escapes[next];
    } else value += character;
    trimmedLength = value.length;
  }
}

/** Whether git reads a value as true. */
export function isGitTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/i.test(value);
}
