// Adds Redline's entries to a JSON settings file, and removes them. Edits the text (`jsonText.ts`), so that the rest
// stays byte for byte as it is, then parses the result to verify that nothing else changed its meaning.
import { isOwnValue, type JsonEntry, type JsonItemEntry } from '../settingsEntry.ts';
import {
  isRecord,
  isSameJson,
  memberOf,
  membersOf,
  parseJsonSettings,
  valueOf,
  type Json,
  type Node,
} from './jsonNodes.ts';
import { eolOf, insertItem, insertMember, removeMembers, replaceValue } from './jsonText.ts';
import { conflictingValueError, sideEffectError } from '../settingsError.ts';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withJsonEntries(text: string, entries: readonly JsonEntry[]): string {
  const original = text.trim() === '' ? `{}${eolOf(text)}` : text;
  return requireOnlyEntriesChanged(original, entries.reduce(withEntry, original), entries);
}

/**
 * Removes Redline's entries, and the lists and objects that become empty.
 * @param before the file before Redline's first write, if known: lists and objects that were empty in it stay
 * @throws SettingsError as `withJsonEntries`
 */
export function withoutJsonEntries(text: string, entries: readonly JsonEntry[], before = ''): string {
  if (text.trim() === '') return text;
  const originalRoot = before.trim() === '' ? undefined : parseJsonSettings(before);
  const remaining = entries.reduce((current, entry) => withoutEntry(current, entry, originalRoot), text);
  return requireOnlyEntriesChanged(text, remaining, entries);
}

/** Adds an entry, or updates one of an older version. */
function withEntry(text: string, entry: JsonEntry): string {
  const { node, missing } = findDeepest(parseJsonSettings(text), entry.path);
  const newValue = entry.kind === 'item' ? [entry.value] : entry.value;
  if (missing.length > 0) return insertMissing(text, node, missing, newValue);
  if (entry.kind === 'item') return withItem(text, node, entry);
  if (!isOwnValue(valueOf(node), entry)) throw conflictingValueError(entry.path.join('.'));
  return withValue(text, entry.path, entry.value);
}

/** Finds the deepest existing value of a path, and the rest of the path, which is missing. */
function findDeepest(
  root: Node,
  path: readonly string[],
): { readonly node: Node; readonly missing: readonly string[] } {
  let node = root;
  for (const [index, name] of path.entries()) {
    if (node.type !== 'object') throw conflictingValueError(path.slice(0, index).join('.'));
    const next = memberOf(node, name);
    if (next === undefined) return { node, missing: path.slice(index) };
    node = next;
  }
  return { node, missing: [] };
}

/** Leaves exactly one item of Redline's: updates one of an older version in its place, and removes further ones. */
function withItem(text: string, list: Node, entry: JsonItemEntry): string {
  if (list.type !== 'array') throw conflictingValueError(entry.path.join('.'));
  const items = membersOf(list);
  const isCurrent = (item: Node): boolean => isSameJson(valueOf(item), entry.value);
  const ownItem = items.find(isCurrent) ?? items.find((item) => isWhollyOwn(item, entry));
  const surplusItem = items.find((item) => item !== ownItem && ownNodesIn(item, entry).length > 0);
  // Parses the text again after each removal, since offsets have changed.
  if (surplusItem !== undefined) return withEntry(removeOwnNodes(text, list, surplusItem, entry), entry);
  if (ownItem === undefined) return insertItem(text, list, entry.value);
  return isCurrent(ownItem) ? text : replaceValue(text, ownItem, entry.value);
}

/** Sets the values that differ; members that the user added to an object of Redline's stay. */
function withValue(text: string, path: readonly string[], value: Json): string {
  const { node, missing } = findDeepest(parseJsonSettings(text), path);
  if (missing.length > 0) return insertMissing(text, node, missing, value);
  if (isSameJson(valueOf(node), value)) return text;
  if (node.type !== 'object' || !isRecord(value)) return replaceValue(text, node, value);
  return Object.entries(value).reduce(
    (current, [name, memberValue]) => withValue(current, [...path, name], memberValue),
    text,
  );
}

/** Inserts the missing part of a path (not empty), with the value at its end, into the deepest existing object. */
function insertMissing(text: string, object: Node, [name = '', ...rest]: readonly string[], value: Json): string {
  if (object.type !== 'object') throw conflictingValueError(name);
  const nested = rest.reduceRight<Json>((inner, memberName) => ({ [memberName]: inner }), value);
  return insertMember(text, object, name, nested);
}

/** Removes an entry; one item of Redline's after the other, since offsets change. */
function withoutEntry(text: string, entry: JsonEntry, originalRoot: Node | undefined): string {
  const root = parseJsonSettings(text);
  const node = nodeAt(root, entry.path);
  if (node === undefined) return text;
  if (entry.kind === 'member')
    return isOwnValue(valueOf(node), entry) ? removeMemberAt(text, root, entry.path, originalRoot) : text;
  const items = node.type === 'array' ? membersOf(node) : [];
  const ownItem = items.find((item) => ownNodesIn(item, entry).length > 0);
  if (ownItem === undefined) return text;
  const emptiesList = items.length === 1 && isWhollyOwn(ownItem, entry);
  if (emptiesList && !wasEmpty(originalRoot, entry.path)) return removeMemberAt(text, root, entry.path, originalRoot);
  return withoutEntry(removeOwnNodes(text, node, ownItem, entry), entry, originalRoot);
}

/** Removes an item of a list, or only Redline's nodes in it. */
function removeOwnNodes(text: string, list: Node, item: Node, entry: JsonItemEntry): string {
  const ownNodes = ownNodesIn(item, entry);
  const container = ownNodes.includes(item) ? list : ownNodes[0]?.parent;
  return container === undefined ? text : removeMembers(text, container, ownNodes);
}

/**
 * Redline's nodes in an item: the item itself, or some members of its group, if others are the user's; none if nothing
 * is Redline's.
 */
function ownNodesIn(item: Node, entry: JsonItemEntry): readonly Node[] {
  // No list has the name '', so that an entry without a group is compared as a whole.
  const list = item.type === 'object' ? memberOf(item, entry.group ?? '') : undefined;
  if (list?.type !== 'array') return isOwnValue(valueOf(item), entry) ? [item] : [];
  const ownMembers = membersOf(list).filter((member) => isOwnValue(valueOf(member), entry));
  return ownMembers.length > 0 && ownMembers.length === membersOf(list).length ? [item] : ownMembers;
}

function isWhollyOwn(item: Node, entry: JsonItemEntry): boolean {
  return withoutOwnParts(valueOf(item), entry) === undefined;
}

/**
 * Removes Redline's parts from the value of an item, as `ownNodesIn` finds them; undefined if all of it is Redline's.
 */
function withoutOwnParts(item: Json, entry: JsonItemEntry): Json | undefined {
  const { group = '' } = entry;
  const list = isRecord(item) ? item[group] : undefined;
  if (!isRecord(item) || !Array.isArray(list)) return isOwnValue(item, entry) ? undefined : item;
  const otherItems = list.filter((member: Json) => !isOwnValue(member, entry));
  return list.length > 0 && otherItems.length === 0 ? undefined : { ...item, [group]: otherItems };
}

/** Removes a member, and each enclosing object that has no other member, except for objects that `wasEmpty`. */
function removeMemberAt(text: string, root: Node, path: readonly string[], originalRoot: Node | undefined): string {
  const parentPath = path.slice(0, -1);
  const { node: parent } = findDeepest(root, parentPath);
  if (parentPath.length > 0 && membersOf(parent).length === 1 && !wasEmpty(originalRoot, parentPath))
    return removeMemberAt(text, root, parentPath, originalRoot);
  const removedMembers = membersOf(parent).filter(({ children }) => children?.[0]?.value === path.at(-1));
  return removeMembers(text, parent, removedMembers);
}

/** Whether a list or object was empty before Redline's first write. */
function wasEmpty(root: Node | undefined, path: readonly string[]): boolean {
  return nodeAt(root, path)?.children?.length === 0;
}

/** The value at a path; undefined if there is none. */
export function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce((node, name) => (node?.type === 'object' ? memberOf(node, name) : undefined), root);
}

/** Returns `after`. @throws SettingsError unless both texts mean the same without the entries */
function requireOnlyEntriesChanged(before: string, after: string, entries: readonly JsonEntry[]): string {
  if (after === before || isSameJson(valueWithoutEntries(before, entries), valueWithoutEntries(after, entries)))
    return after;
  throw sideEffectError();
}

/** The value of a text without the entries; an empty object for a blank text. @throws SettingsError if it is invalid */
function valueWithoutEntries(text: string, entries: readonly JsonEntry[]): Json {
  return entries.reduce((value, entry) => withoutEntryAt(value, entry.path, entry) ?? {}, valueOf(parseAgain(text)));
}

/** Parses a text that was valid before, and must be so after the change. @throws SettingsError if it is not */
function parseAgain(text: string): Node {
  try {
    return parseJsonSettings(text.trim() === '' ? '{}' : text);
  } catch {
    throw sideEffectError();
  }
}

/**
 * Copies a value without the entry, and without the lists and objects that become empty. Computes on values what
 * `withoutEntry` does on text, to verify that.
 */
function withoutEntryAt(value: Json, [name, ...rest]: readonly string[], entry: JsonEntry): Json | undefined {
  if (name === undefined) return withoutOwnValue(value, entry);
  if (typeof value !== 'object' || value === null || !(name in value)) return isEmpty(value) ? undefined : value;
  const { [name]: inner = null, ...otherMembers } = Object.fromEntries<Json>(Object.entries(value));
  const remaining = withoutEntryAt(inner, rest, entry);
  if (remaining !== undefined) return { ...otherMembers, [name]: remaining };
  return Object.keys(otherMembers).length === 0 ? undefined : otherMembers;
}

/** The value at the path of an entry without Redline's parts; undefined if nothing is left. */
function withoutOwnValue(value: Json, entry: JsonEntry): Json | undefined {
  if (entry.kind === 'member') return isOwnValue(value, entry) ? undefined : value;
  const items = Array.isArray(value) ? value.flatMap((item: Json) => withoutOwnParts(item, entry) ?? []) : [value];
  return items.length === 0 ? undefined : items;
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
