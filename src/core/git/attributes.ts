// Evaluates the `.gitattributes` of a repository: whether it declares a file as generated or vendored.
import { readQuotedPath } from '../text/quotedPath.ts';
import { carriageReturn } from '../text/text.ts';
import { countTowardsYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { byteLines, readRule, toByteString, type IgnoreRule } from '../pattern/ignoreRules.ts';

/** Whether a file is generated or vendored, as its repository declares; undefined if it declares nothing. */
export interface DeclaredAttributes {
  readonly generated?: boolean | undefined;
  readonly vendored?: boolean | undefined;
}

/** An attribute's value on one line. Undefined (`!name`) resets it, whatever lines of lower precedence say. */
interface AttributeSetting {
  readonly name: string;
  readonly value: boolean | string | undefined;
}

/** Macro attributes: the attributes that each one sets, by name. */
export type Macros = ReadonlyMap<string, readonly AttributeSetting[]>;

/** The `.gitattributes` of a folder (`''` is the root). */
export interface AttributesFile {
  readonly folder: string;
  /** Highest precedence first. */
  readonly rules: readonly { readonly rule: IgnoreRule; readonly settings: readonly AttributeSetting[] }[];
}

const generatedAttribute = 'linguist-generated';
const vendoredAttribute = 'linguist-vendored';

/** Length in bytes from which git ignores a line. */
const maxLineBytes = 2048;

/** Bytes of a line whose reading counts as one unit of `countTowardsYield`. */
const bytesPerUnit = 16;
/** Number of units of `countTowardsYield` for matching one rule. */
const costPerMatch = 4;

/**
 * Maximum numbers of rules (the last ones) and macros (the first ones) that count in one file, since a hostile
 * workspace may contain millions.
 */
const maxRules = 2000;
const maxMacros = 100;

/** The macros of the `.gitattributes` at the root, the only file that can define them. */
export function* readMacros(content: Uint8Array): Yielding<Macros> {
  const macros = new Map<string, readonly AttributeSetting[]>();
  yield* forEachLine(content, (line) => {
    // Fast path: a macro begins with `[attr]`, which may be quoted.
    const macroLine = /^[["]/.test(line) ? readLine(line) : undefined;
    const macro = macroLine && macroName(macroLine.head);
    if (macroLine !== undefined && macro !== undefined && macros.size < maxMacros)
      macros.set(macro, macroLine.settings);
  });
  for (const [name, settings] of macros) macros.set(name, settings.filter(createRelevanceTest(macros)));
  return macros;
}

/** The rules of a `.gitattributes` that `evaluateAttributes` needs. */
export function* readAttributes(folder: string, content: Uint8Array, macros: Macros): Yielding<AttributesFile> {
  const isRelevant = createRelevanceTest(macros);
  let relevantLines: (AttributesLine & { readonly number: number })[] = [];
  yield* forEachLine(content, (line, number) => {
    const { head, settings = [] } = readLine(line) ?? {};
    const relevantSettings = settings.filter(isRelevant);
    if (head === undefined || relevantSettings.length === 0 || macroName(head) !== undefined) return;
    relevantLines.push({ head, number, settings: relevantSettings });
    // Later rules override earlier ones, so the last ones are kept.
    if (relevantLines.length > 2 * maxRules) relevantLines = relevantLines.slice(-maxRules);
  });
  const rules: AttributesFile['rules'][number][] = [];
  for (const { head, number, settings } of relevantLines.slice(-maxRules)) {
    const rule = readRule(toByteString(head), number, 'exact');
    // Negated rules are errors, and folders have no attributes.
    if (rule !== undefined && !rule.isNegated && !rule.directoryOnly) rules.push({ rule, settings });
  }
  return { folder, rules: rules.toReversed() };
}

/** Whether a setting can decide the two attributes: as one of them, or as a macro that may set them. */
function createRelevanceTest(macros: Macros): (setting: AttributeSetting) => boolean {
  return ({ name }) => name === generatedAttribute || name === vendoredAttribute || macros.has(name);
}

/**
 * The attributes of a path, combined as in git: the last matching line decides on each attribute.
 *
 * @param files attributes files of the path's ancestor folders, nearest first
 */
export function* evaluateAttributes(
  files: readonly AttributesFile[],
  path: string,
  macros: Macros,
): Yielding<DeclaredAttributes> {
  const sinceYield: YieldCounter = { units: 0 };
  const values = new Map<string, AttributeSetting['value']>();
  const apply = (settings: readonly AttributeSetting[]): void => {
    for (const { name, value } of settings.toReversed()) {
      // Skips a value that is set already, which also ends the recursion of macros that set one another.
      if (values.has(name)) continue;
      values.set(name, value);
      if (value === true) apply(macros.get(name) ?? []);
    }
  };
  for (const { folder, rules } of files) {
    const relativePath = toByteString(folder === '' ? path : path.slice(folder.length + 1));
    const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    for (const { rule, settings } of rules) {
      if (countTowardsYield(sinceYield, costPerMatch + settings.length)) yield;
      if (rule.wildcard.matches(rule.comparedPart === 'name' ? name : relativePath)) apply(settings);
    }
  }
  return { generated: toBoolean(values.get(generatedAttribute)), vendored: toBoolean(values.get(vendoredAttribute)) };
}

/** Reads a value as GitHub does: any text other than `false` means true. */
function toBoolean(value: AttributeSetting['value']): boolean | undefined {
  return typeof value === 'string' ? value !== 'false' : value;
}

interface AttributesLine {
  /** First part of the line: a pattern, or `[attr]` and the name of a macro. */
  readonly head: string;
  readonly settings: readonly AttributeSetting[];
}

/** Calls `visit` with each line that git reads, without the white space before it, and its number (1-based). */
function* forEachLine(content: Uint8Array, visit: (line: string, number: number) => void): Yielding<void> {
  const sinceYield: YieldCounter = { units: 0 };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const { line: number, start, end } of byteLines(content)) {
    const cost = 1 + Math.floor(Math.min(end - start, maxLineBytes) / bytesPerUnit);
    if (countTowardsYield(sinceYield, cost)) yield;
    const endsInCrLf = end < content.length && content[end - 1] === carriageReturn;
    const bytes = content.subarray(start, endsInCrLf ? end - 1 : end);
    const nul = bytes.subarray(0, maxLineBytes).indexOf(0);
    if (bytes.length === 0 || (nul < 0 && bytes.length >= maxLineBytes)) continue;
    const line = decoder.decode(nul < 0 ? bytes : bytes.subarray(0, nul)).replace(/^[ \t\r]+/, '');
    if (line !== '' && !line.startsWith('#')) visit(line, number);
  }
}

/** Parses a line like git, which ignores a line that has any invalid attribute: then undefined. */
function readLine(line: string): AttributesLine | undefined {
  const unquotedPath = /^[^ \t\r]*/.exec(line)?.[0] ?? '';
  const { path, next } = (line.startsWith('"') ? readQuotedPath(line, 0) : undefined) ?? {
    path: unquotedPath,
    next: unquotedPath.length,
  };
  const fields = line.slice(next).split(/[ \t\r]+/);
  const settings = fields.filter((word) => word !== '').map(readSetting);
  return settings.includes(undefined)
    ? undefined
    : { head: path, settings: settings.filter((setting) => setting !== undefined) };
}

function readSetting(word: string): AttributeSetting | undefined {
  const [, sign, name, value] = /^([-!]?)([\w.][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (name === undefined) return undefined;
  if (sign === '-') return { name, value: false };
  return { name, value: sign === '!' ? undefined : (value ?? true) };
}

/** Name of the macro that a line with this head defines: empty if invalid, undefined if the line is a rule. */
function macroName(head: string): string | undefined {
  const rest = /^\[attr\](.+)$/s.exec(head)?.[1];
  return rest === undefined ? undefined : (/^[ \t\r]*([\w.][\w.-]*)(?:[ \t\r]|$)/.exec(rest)?.[1] ?? '');
}
