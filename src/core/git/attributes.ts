// Evaluates the `.gitattributes` of a repository for its files.
import { readQuotedPath } from '../text/quotedPath.ts';
import { shouldYield, type YieldCounter, type Yielding } from '../async/yielding.ts';
import { readRule, toBytes, type IgnoreRule } from '../pattern/ignoreRules.ts';

/** Whether a repository declares a file as generated or vendored; undefined if it does not. */
export interface Declared {
  readonly generated?: boolean | undefined;
  readonly vendored?: boolean | undefined;
}

/** An attribute's value on one line. Undefined (`!name`) resets it, whatever lines of lower precedence say. */
interface Setting {
  readonly name: string;
  readonly value: boolean | string | undefined;
}

/** Macro attributes: the attributes that each one sets, by name. */
export type Macros = ReadonlyMap<string, readonly Setting[]>;

/** The `.gitattributes` of a folder (`''` is the root). */
export interface AttributesFile {
  readonly folder: string;
  /** Highest precedence first. */
  readonly rules: readonly { readonly rule: IgnoreRule; readonly settings: readonly Setting[] }[];
}

const generated = 'linguist-generated';
const vendored = 'linguist-vendored';

/** Length in bytes from which git ignores a line. */
const maxLineBytes = 2048;

/** Maximum numbers of rules and macros to apply from a file, since a hostile workspace may contain millions. */
const maxRules = 10_000;
const maxMacros = 1000;

/** The macros of the `.gitattributes` at the root, the only file that can define them. */
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
 * The attributes of a path, combined as in git: the last matching line decides on each attribute.
 *
 * @param files those of the path's ancestor folders, nearest first
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

/** As on GitHub: any value other than `false` means true. */
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

/** Parses a line as git does: undefined for a comment, and if any part of it is invalid. */
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

/** Name of the macro that a line defines; empty if it is invalid. */
function macroName(name: string): string | undefined {
  const rest = /^\[attr\](.+)$/s.exec(name)?.[1];
  return rest === undefined ? undefined : (/^[ \t\r]*([\w.][\w.-]*)(?:[ \t\r]|$)/.exec(rest)?.[1] ?? '');
}
