// Adds Redline's entries to a settings file of JSON, and removes them.
import { phrase } from '../wording/phrase.ts';
import type { JsonEntry } from './entry.ts';
import {
  isRecord,
  isSameJson,
  memberOf,
  membersOf,
  parseSettings,
  valueOf,
  type Json,
  type Node,
} from './jsonNodes.ts';
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
  return requireOnly(start, entries.reduce(withEntry, start), entries);
}

/**
 * Takes out what is Redline's, with the lists and objects that are empty without it.
 * @param before what the file was before Redline wrote into it, if that is known: lists and objects that were empty then stay.
 */
export function withoutJsonEntries(text: string, entries: readonly JsonEntry[], before = ''): string {
  if (text.trim() === '') return text;
  const had = before.trim() === '' ? undefined : parseSettings(before);
  const left = entries.reduce((so, entry) => withoutEntry(so, entry, had), text);
  return requireOnly(text, left, entries);
}

type ItemEntry = Extract<JsonEntry, { readonly kind: 'item' }>;

function withEntry(text: string, entry: JsonEntry): string {
  const { at, missing } = find(parseSettings(text), entry.path);
  if (missing.length > 0) return insertMissing(text, at, missing, entry.kind === 'item' ? [entry.value] : entry.value);
  if (entry.kind === 'item') return withItem(text, at, entry);
  const value = valueOf(at);
  if (!isSameJson(value, entry.value) && !entry.isOwn(value)) throw other(entry.path);
  return withValue(text, entry.path, entry.value);
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

/** One item of Redline's: an older one is renewed in its place, and further ones go. */
function withItem(text: string, at: Node, entry: ItemEntry): string {
  if (at.type !== 'array') throw other(entry.path);
  const items = membersOf(at);
  const isNew = (item: Node): boolean => isSameJson(valueOf(item), entry.value);
  const kept = items.find(isNew) ?? items.find((item) => withoutOwn(valueOf(item), entry) === undefined);
  const further = items.find((item) => item !== kept && ownIn(item, entry).length > 0);
  if (further !== undefined) return withEntry(withoutOwnIn(text, at, further, entry), entry);
  if (kept === undefined) return insertItem(text, at, entry.value);
  return isNew(kept) ? text : replaceValue(text, kept, entry.value);
}

/** Sets what differs: what a person has added to an object of Redline's stays. */
function withValue(text: string, path: readonly string[], value: Json): string {
  const { at, missing } = find(parseSettings(text), path);
  if (missing.length > 0) return insertMissing(text, at, missing, value);
  if (isSameJson(valueOf(at), value)) return text;
  if (at.type !== 'object' || !isRecord(value)) return replaceValue(text, at, value);
  return Object.entries(value).reduce((so, [name, each]) => withValue(so, [...path, name], each), text);
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

function withoutEntry(text: string, entry: JsonEntry, had: Node | undefined): string {
  const root = parseSettings(text);
  const { at, missing } = find(root, entry.path);
  if (missing.length > 0) return text;
  if (entry.kind === 'member') {
    const value = valueOf(at);
    return isSameJson(value, entry.value) || entry.isOwn(value) ? removeAt(text, root, entry.path, had) : text;
  }
  const items = at.type === 'array' ? membersOf(at) : [];
  const ownItems = items.find((item) => ownIn(item, entry).length > 0);
  if (ownItems === undefined) return text;
  const isLast = items.length === 1 && withoutOwn(valueOf(ownItems), entry) === undefined && !wasEmpty(had, entry.path);
  return isLast
    ? removeAt(text, root, entry.path, had)
    : withoutEntry(withoutOwnIn(text, at, ownItems, entry), entry, had);
}

/** Removes an item of a list, or what of it is Redline's. */
function withoutOwnIn(text: string, list: Node, item: Node, entry: ItemEntry): string {
  const own = ownIn(item, entry);
  const container = own.includes(item) ? list : own[0]?.parent;
  return container === undefined ? text : removeMembers(text, container, own);
}

/** The nodes of an item that are Redline's: itself, or some of its group. */
function ownIn(item: Node, { isOwn, group = '', value }: ItemEntry): readonly Node[] {
  const list = item.type === 'object' ? memberOf(item, group) : undefined;
  if (list?.type !== 'array') return isOwn(valueOf(item)) || isSameJson(valueOf(item), value) ? [item] : [];
  const own = membersOf(list).filter((each) => isOwn(valueOf(each)));
  return own.length > 0 && own.length === membersOf(list).length ? [item] : own;
}

/** An item without what of it is Redline's; undefined if all of it is. */
function withoutOwn(item: Json, { isOwn, group = '', value }: ItemEntry): Json | undefined {
  const list = isRecord(item) ? item[group] : undefined;
  if (!isRecord(item) || !Array.isArray(list)) return isOwn(item) || isSameJson(item, value) ? undefined : item;
  const others = list.filter((each: Json) => !isOwn(each));
  return list.length > 0 && others.length === 0 ? undefined : { ...item, [group]: others };
}

/** Removes a member, and each object above it that holds nothing else. */
function removeAt(text: string, root: Node, path: readonly string[], had: Node | undefined): string {
  const above = path.slice(0, -1);
  const { at } = find(root, above);
  if (above.length > 0 && membersOf(at).length === 1 && !wasEmpty(had, above)) return removeAt(text, root, above, had);
  const gone = membersOf(at).filter(({ children }) => children?.[0]?.value === path.at(-1));
  return removeMembers(text, at, gone);
}

function wasEmpty(root: Node | undefined, path: readonly string[]): boolean {
  const at = path.reduce<Node | undefined>((so, name) => so && memberOf(so, name), root);
  return at?.children?.length === 0;
}

/** Makes sure that the rest of the file means what it did: taking the entries out of both gives the same. */
function requireOnly(before: string, after: string, entries: readonly JsonEntry[]): string {
  if (after === before) return after;
  const [one, another] = [before, after].map((text) =>
    entries.reduce((so, entry) => cut(so, entry.path, entry) ?? {}, valueOf(parseChanged(text))),
  );
  if (isSameJson(one, another)) return after;
  throw unchangeable();
}

function parseChanged(text: string): Node {
  try {
    return parseSettings(text);
  } catch {
    throw unchangeable();
  }
}

function unchangeable(): SettingsError {
  return new SettingsError(phrase('It could not be changed without changing something else in it.'));
}

/** Copies a value without the entry, and without the lists and objects that become empty. */
function cut(value: Json, [name, ...rest]: readonly string[], entry: JsonEntry): Json | undefined {
  if (name === undefined) {
    if (entry.kind === 'member') return isSameJson(value, entry.value) || entry.isOwn(value) ? undefined : value;
    const items = Array.isArray(value) ? value.flatMap((item: Json) => withoutOwn(item, entry) ?? []) : [value];
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object' || value === null || !(name in value)) return isEmpty(value) ? undefined : value;
  const { [name]: inner = null, ...others } = Object.fromEntries<Json>(Object.entries(value));
  const remaining = cut(inner, rest, entry);
  if (remaining !== undefined) return { ...others, [name]: remaining };
  return Object.keys(others).length === 0 ? undefined : others;
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
