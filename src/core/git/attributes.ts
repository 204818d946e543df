// Tells what the `.gitattributes` of a repository say of its files.
import { readQuotedPath } from '../text/quotedPath.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { readRule, toBytes, type IgnoreRule } from '../pattern/ignoreRules.ts';

/** Whether a repository says that a file is generated, or comes from elsewhere; undefined where it does not say. */
export interface Declared {
  readonly generated?: boolean | undefined;
  readonly vendored?: boolean | undefined;
}

/** What a line gives an attribute; undefined is the value of `!name`: unspecified, whatever weaker lines say. */
interface Setting {
  readonly name: string;
  readonly value: boolean | string | undefined;
}

/** What the attributes mean that set others, by their names. */
export type Macros = ReadonlyMap<string, readonly Setting[]>;

/** The `.gitattributes` of a folder (`''` is the top). */
export interface AttributesFile {
  readonly folder: string;
  /** The strongest first. */
  readonly rules: readonly { readonly rule: IgnoreRule; readonly settings: readonly Setting[] }[];
}

const generated = 'linguist-generated';
const vendored = 'linguist-vendored';

/** Git ignores lines of so many bytes. */
const maxLineBytes = 2048;

/** Maximum numbers that are applied of a file, since a hostile workspace may contain millions. */
const maxRules = 10_000;
const maxMacros = 1000;

/** The macros of the `.gitattributes` at the top, the only one that can define some. */
export function* readMacros(content: Uint8Array): Yielding<Macros> {
  const macros = new Map<string, readonly Setting[]>();
  for (const { name, settings } of yield* readLines(content)) {
    const macro = macroName(name);
    if (macro !== undefined && macros.size < maxMacros) macros.set(macro, settings);
  }
  return macros;
}

/** The rules of a `.gitattributes` that `declaredBy` needs. */
export function* readAttributes(folder: string, content: Uint8Array, macros: Macros): Yielding<AttributesFile> {
  const matters = ({ name }: Setting): boolean => name === generated || name === vendored || macros.has(name);
  const lines = yield* readLines(content);
  const wanted = lines.filter(({ name, settings }) => macroName(name) === undefined && settings.some(matters));
  const rules = wanted.slice(-maxRules).flatMap(({ name, settings }, index) => {
    const rule = readRule(toBytes(name), index + 1, 'exact');
    // Negated rules are errors, and folders have no attributes.
    return rule === undefined || rule.negated || rule.directoryOnly ? [] : [{ rule, settings }];
  });
  return { folder, rules: rules.toReversed() };
}

/**
 * What the files say of a path, as git combines them: the last line that matches decides on each attribute.
 *
 * @param files those of the folders around the path, the nearest first
 */
export function* declaredBy(files: readonly AttributesFile[], path: string, macros: Macros): Yielding<Declared> {
  const sinceYield: YieldCounter = { lines: 0 };
  const values = new Map<string, Setting['value']>();
  const apply = (settings: readonly Setting[]): void => {
    for (const { name, value } of settings.toReversed()) {
      if (values.has(name)) continue;
      values.set(name, value);
      if (value === true) apply(macros.get(name) ?? []);
    }
  };
  for (const { folder, rules } of files) {
    const below = toBytes(folder === '' ? path : path.slice(folder.length + 1));
    const name = below.slice(below.lastIndexOf('/') + 1);
    for (const { rule, settings } of rules) {
      if (shouldYield(sinceYield, 4)) yield;
      if (rule.wildcard.matches(rule.of === 'name' ? name : below)) apply(settings);
    }
  }
  return { generated: asBoolean(values.get(generated)), vendored: asBoolean(values.get(vendored)) };
}

/** As GitHub reads it: any value other than `false` says yes. */
function asBoolean(value: Setting['value']): boolean | undefined {
  return typeof value === 'string' ? value !== 'false' : value;
}

interface Line {
  /** A pattern, or `[attr]` and the name of a macro. */
  readonly name: string;
  readonly settings: readonly Setting[];
}

function* readLines(content: Uint8Array): Yielding<Line[]> {
  const sinceYield: YieldCounter = { lines: 0 };
  const lines: Line[] = [];
  for (const text of new TextDecoder().decode(content).split(/\r?\n/)) {
    if (shouldYield(sinceYield, 4)) yield;
    const line = readLine(text.split('\0', 1)[0] ?? '');
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

/** Reads a line as git does: undefined for a comment, and if any part of it is wrong. */
function readLine(text: string): Line | undefined {
  const line = text.replace(/^[ \t\r]+/, '');
  if (line === '' || line.startsWith('#') || toBytes(text).length >= maxLineBytes) return undefined;
  const bare = /^[^ \t\r]*/.exec(line)?.[0] ?? '';
  const { path, next } = (line.startsWith('"') ? readQuotedPath(line, 0) : undefined) ?? {
    path: bare,
    next: bare.length,
  };
  const words = line.slice(next).split(/[ \t\r]+/);
  const settings = words.filter((word) => word !== '').map(readSetting);
  return settings.includes(undefined)
    ? undefined
    : { name: path, settings: settings.filter((each) => each !== undefined) };
}

function readSetting(word: string): Setting | undefined {
  const [, sign, name, value] = /^([-!]?)([\w.][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (name === undefined) return undefined;
  return { name, value: sign === '' ? (value ?? true) : sign === '-' ? false : undefined };
}

/** The macro that a line defines; empty if it has no valid name. */
function macroName(name: string): string | undefined {
  const rest = /^\[attr\](.+)$/s.exec(name)?.[1];
  return rest === undefined ? undefined : (/^[ \t\r]*([\w.][\w.-]*)(?:[ \t\r]|$)/.exec(rest)?.[1] ?? '');
}
