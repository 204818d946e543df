// Adds Redline's entries to a settings file of JSON, and removes them.
import { phrase } from '../wording/phrase.ts';
import type { JsonEntry } from './entry.ts';
import { isSame, memberOf, membersOf, parseSettings, valueOf, type Json, type Node } from './jsonNodes.ts';
import { insertItem, insertMember, removeMembers, replaceValue } from './jsonText.ts';
import { SettingsError } from './settingsError.ts';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withJsonEntries(text: string, entries: readonly JsonEntry[]): string {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const start = text.trim() === '' ? `{}${eol}` : text;
  return entries.reduce(withEntry, start);
}

/** Removes Redline's entries, and the lists and objects that become empty. */
export function withoutJsonEntries(text: string, entries: readonly JsonEntry[]): string {
  return entries.reduce(withoutEntry, text);
}

function withEntry(text: string, entry: JsonEntry): string {
  const root = parseSettings(text);
  const { at, missing } = find(root, entry.path);
  const made = entry.kind === 'item' ? addItem(text, at, missing, entry) : setMember(text, at, missing, entry);
  requireOnly(valueOf(root), made, entry);
  return made;
}

/** Finds the deepest existing value of a path, and the names that are missing. */
function find(root: Node, path: readonly string[]): { readonly at: Node; readonly missing: readonly string[] } {
  let at = root;
  for (const [index, name] of path.entries()) {
    if (at.type !== 'object') throw other(path.slice(0, index));
    const next = memberOf(at, name);
    if (next === undefined) return { at, missing: path.slice(index) };
    at = next;
  }
  return { at, missing: [] };
}

type Item = Extract<JsonEntry, { readonly kind: 'item' }>;
type Member = Extract<JsonEntry, { readonly kind: 'member' }>;

function addItem(text: string, at: Node, missing: readonly string[], entry: Item): string {
  if (missing.length > 0) return insertMissing(text, at, missing, [entry.value]);
  if (at.type !== 'array') throw other(entry.path);
  const items = membersOf(at);
  if (items.some((item) => isSame(valueOf(item), entry.value))) return text;
  const own = items.find((item) => entry.withoutOwn(valueOf(item)) === 'all');
  return own === undefined ? insertItem(text, at, entry.value) : replaceValue(text, own, entry.value);
}

function setMember(text: string, at: Node, missing: readonly string[], entry: Member): string {
  if (missing.length > 0) return insertMissing(text, at, missing, entry.value);
  const value = valueOf(at);
  if (isSame(value, entry.value)) return text;
  if (!entry.isOwn(value)) throw other(entry.path);
  return replaceValue(text, at, entry.value);
}

function insertMissing(text: string, object: Node, [name = '', ...rest]: readonly string[], value: Json): string {
  if (object.type !== 'object') throw other([name]);
  const nested = rest.reduceRight<Json>((so, each) => ({ [each]: so }), value);
  return insertMember(text, object, name, nested);
}

function other(path: readonly string[]): SettingsError {
  return new SettingsError(
    phrase('"{0}" holds something else than Redline would write there. Remove or rename it first.', path.join('.')),
  );
}

/** Verifies that the rest of the file keeps its meaning: without the entry, both values are equal. */
function requireOnly(before: Json, text: string, entry: JsonEntry): void {
  const after = valueOf(parseSettings(text));
  if (!isSame(cut(before, entry.path, entry), cut(after, entry.path, entry)))
    throw new SettingsError(phrase('It could not be changed without changing something else in it.'));
}

/** Copies a value without the entry, and without the lists and objects that become empty. */
function cut(value: Json, [name, ...rest]: readonly string[], entry: JsonEntry): Json | undefined {
  if (name === undefined) {
    if (entry.kind === 'member') return isSame(value, entry.value) || entry.isOwn(value) ? undefined : value;
    const items = Array.isArray(value) ? value.filter((item) => !isOwnItem(item, entry)) : [value];
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object' || value === null || !(name in value)) return isEmpty(value) ? undefined : value;
  const { [name]: inner = null, ...others } = Object.fromEntries<Json>(Object.entries(value));
  const left = cut(inner, rest, entry);
  if (left !== undefined) return { ...others, [name]: left };
  return Object.keys(others).length === 0 ? undefined : others;
}

function isOwnItem(item: Json, entry: Item): boolean {
  return isSame(item, entry.value) || entry.withoutOwn(item) === 'all';
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutEntry(text: string, entry: JsonEntry): string {
  if (text.trim() === '') return text;
  const { at, missing } = find(parseSettings(text), entry.path);
  if (missing.length > 0) return text;
  if (entry.kind === 'member') {
    const value = valueOf(at);
    return isSame(value, entry.value) || entry.isOwn(value) ? removeAt(text, entry.path) : text;
  }
  if (at.type !== 'array') return text;
  const items = membersOf(at);
  const shared = items.findLast((item) => typeof entry.withoutOwn(valueOf(item)) === 'object');
  if (shared !== undefined) {
    const left = entry.withoutOwn(valueOf(shared));
    return withoutEntry(typeof left === 'object' ? replaceValue(text, shared, left.rest) : text, entry);
  }
  const own = items.filter((item) => isOwnItem(valueOf(item), entry));
  if (own.length === 0) return text;
  if (own.length < items.length) return removeMembers(text, at, own);
  return removeAt(text, entry.path);
}

/** Removes a property, and each parent object that becomes empty. */
function removeAt(text: string, path: readonly string[]): string {
  const above = path.slice(0, -1);
  const { at } = find(parseSettings(text), above);
  const [only, another] = membersOf(at);
  if (above.length > 0 && only !== undefined && another === undefined) return removeAt(text, above);
  const gone = membersOf(at).filter(({ children }) => children?.[0]?.value === path.at(-1));
  return removeMembers(text, at, gone);
}
