// Parses settings files of JSON with comments and trailing commas, with the offset of each value. Also reads and
// compares parsed values, of TOML as well.
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { phrase } from '../../wording/phrase.ts';
import { SettingsError } from '../settingsError.ts';

export type { Node } from 'jsonc-parser';

/** Maximum length of a settings file, in UTF-16 units: it is parsed in one go. */
export const maxSettingsChars = 8 * 1024 * 1024;

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Parses a settings file whose root is an object, with comments and trailing commas.
 * @param text without byte order mark
 * @throws SettingsError with the line of the first error, or for a text that is too long or nested too deeply
 */
export function parseJsonSettings(text: string): Node {
  if (text.length > maxSettingsChars) throw new SettingsError(phrase('It is too large to be a settings file.'));
  const errors: ParseError[] = [];
  const root = parseWithDepthCheck(text, errors);
  const [firstError] = errors;
  if (firstError !== undefined) {
    const line = text.slice(0, firstError.offset).split(/\r\n|\r|\n/).length;
    throw new SettingsError(
      phrase('It is not valid JSON: {0} in line {1}. Correct it first.', printParseErrorCode(firstError.error), line),
    );
  }
  if (root?.type !== 'object') throw new SettingsError(phrase('It does not contain a JSON object.'));
  return root;
}

/** Parses by recursion, which overflows the stack on deep values. */
function parseWithDepthCheck(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  } catch (cause) {
    if (cause instanceof RangeError) throw new SettingsError(phrase('Its values are nested too deeply.'));
    throw cause;
  }
}

/**
 * The value of an object's property; undefined if it has none.
 * @throws SettingsError for a duplicate property, since parsers differ in which one they use
 */
export function memberOf(object: Node, name: string): Node | undefined {
  const [first, duplicate] = membersOf(object).filter(({ children }) => children?.[0]?.value === name);
  if (duplicate !== undefined) throw new SettingsError(phrase('It has "{0}" twice. Remove one of them first.', name));
  return first?.children?.[1];
}

/** The properties of an object (each a node with a name and a value) or items of an array, in order. */
export function membersOf(node: Node): readonly Node[] {
  return node.children ?? [];
}

/** Converts a node to a value. The last of duplicate properties wins, as in `JSON.parse`. */
export function valueOf(node: Node): Json {
  switch (node.type) {
    case 'array':
      return membersOf(node).map(valueOf);
    case 'object':
      return Object.fromEntries(membersOf(node).map(({ children }) => [memberName(children), memberValue(children)]));
    case 'property':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return node.value;
  }
}

function memberName(children: readonly Node[] | undefined): string {
  return String(children?.[0]?.value);
}

function memberValue(children: readonly Node[] | undefined): Json {
  const value = children?.[1];
  return value === undefined ? null : valueOf(value);
}

/** Deep equality of JSON values, ignoring the order of properties. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of names, separated by dots; undefined if there is none. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), value);
}

/** All strings in a value of JSON or TOML, at any depth, without the names of fields. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
