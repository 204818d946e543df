// Parses git's configuration files, for the settings that ignore rules depend on, and for the files that they include.

/** One variable in a git configuration file. */
export interface GitConfigEntry {
  /** In lower case, like `name`. */
  readonly section: string;
  /** The quoted text after the section, case kept; undefined if there is none. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** `'true'` for a name without a value. */
  readonly value: string;
}

/** Parses a git configuration file by the syntax of git-config(1). Stops at the first error, where git itself fails. */
export function parseGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // White space, a comment, a section's header, or a name up to its value.
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

/** A value up to the end of its line: quoted and unquoted text, escapes (also of a line ending), then a comment. */
const valueSyntax = /=((?:[^"\\#;\n]|\\[ntb"\\\n]|"(?:[^"\\\n]|\\[ntb"\\\n])*")*)(?:[#;][^\n]*)?(?![^\n])/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** Reads the value after a name, and the end of its line; undefined for a syntax error. */
function readValue(source: string, from: number): { readonly value: string; readonly end: number } | undefined {
  if (from >= source.length || source[from] === '\n') return { value: 'true', end: from };
  valueSyntax.lastIndex = from;
  const [whole, rawValue] = valueSyntax.exec(source) ?? [];
  if (whole === undefined || rawValue === undefined) return undefined;
  // Removes white space and empty quotes at the start; inside quotes, and between parts of the value, it counts.
  const trimmed = rawValue
    .replaceAll('\\\n', '')
    .replace(/^(?:\s|"")+/, '')
    .trimEnd();
  const value = trimmed.replace(/\\(.)|"/g, (_, escaped?: string) => escapes[escaped ?? ''] ?? '');
  return { value, end: from + whole.length };
}

/** Whether git reads a value as true: a word for it, or a number other than 0. Undefined is an unset variable. */
export function isGitTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/i.test(value);
}
