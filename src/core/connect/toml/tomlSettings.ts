// Adds Redline's entries to a TOML settings file, and removes them. Edits whole statements of the text, so that the
// rest stays byte for byte as it is, then parses the result to verify that nothing else changed its meaning.
import { isOwnValue, type TomlEntry } from '../settingsEntry.ts';
import { isRecord } from '../json/jsonNodes.ts';
import { conflictingValueError, sideEffectError } from '../settingsError.ts';
import { addEntry, removeEntry, removeKeys, rewrittenEntryError, setKey } from './tomlText.ts';
import { isSameToml, parseToml, parseTomlSettings, tableAt, type Table } from './tomlValues.ts';

/**
 * Adds missing entries; a text that has all of them is returned unchanged.
 * @param text without byte order mark; empty for a new file
 * @throws SettingsError for an invalid text, and where another value is in the way
 */
export function withTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce((current, entry) => requireOnlyEntryChanged(current, ensureEntry(current, entry), entry), text);
}

/** Adds an entry, or updates one of an older version. */
function ensureEntry(text: string, entry: TomlEntry): string {
  if (entry.table.length === 0) return addMissingKeys(text, entry);
  const table = tableAt(parseTomlSettings(text), entry);
  if (table === undefined) return addEntry(text, entry);
  if (!isOwnValue(table, entry)) throw conflictingValueError(entry.table.join('.'));
  return updateTable(text, entry);
}

/** Removes Redline's entries, except those whose values the user changed. @throws SettingsError as `withTomlEntries` */
export function withoutTomlEntries(text: string, entries: readonly TomlEntry[]): string {
  return entries.reduce(removeOwnEntry, text);
}

/** Removes an entry if its value is Redline's. */
function removeOwnEntry(text: string, writtenEntry: TomlEntry): string {
  const rootTable = parseTomlSettings(text);
  const entry = withoutChangedKeys(rootTable, writtenEntry);
  const isPresent =
    entry.table.length === 0 ? Object.keys(entry.values).length > 0 : isOwnValue(tableAt(rootTable, entry), entry);
  return isPresent ? requireOnlyEntryChanged(text, removeEntry(text, entry), entry) : text;
}

/** Omits the top-level keys that the user has changed, so that they stay. A table is removed with all its keys. */
function withoutChangedKeys(rootTable: Table, entry: TomlEntry): TomlEntry {
  if (entry.table.length > 0) return entry;
  const unchanged = Object.entries(entry.values).filter(([name, value]) => isSameToml(rootTable[name], value));
  return { ...entry, values: Object.fromEntries(unchanged) };
}

/** Adds the top-level keys that the text lacks. @throws SettingsError if one has another value */
function addMissingKeys(text: string, entry: TomlEntry): string {
  const rootTable = parseTomlSettings(text);
  const keys = Object.entries(entry.values);
  const presentKeys = keys.filter(([name]) => Object.hasOwn(rootTable, name));
  const conflictingKeys = presentKeys.filter(([name, value]) => !isSameToml(rootTable[name], value));
  if (conflictingKeys.length > 0) throw conflictingValueError(conflictingKeys.map(([name]) => name).join(', '));
  const missingKeys = keys.filter(([name]) => !Object.hasOwn(rootTable, name));
  return missingKeys.length === 0 ? text : addEntry(text, { ...entry, values: Object.fromEntries(missingKeys) });
}

/** Sets the keys whose values differ, and removes stale ones; keys that the user added to the table stay. */
function updateTable(original: string, entry: TomlEntry): string {
  const text = removeStaleKeys(original, entry);
  const table = tableAt(parseTomlSettings(text), entry);
  const changedKeys = Object.entries(entry.values).filter(
    ([name, value]) => !isRecord(table) || !isSameToml(table[name], value),
  );
  return changedKeys.reduce((current, [name, value]) => setKey(current, entry, name, value), text);
}

/** Removes stale keys. @throws SettingsError if they are not plain keys below the table's header */
function removeStaleKeys(text: string, entry: TomlEntry): string {
  const staleKeys = findStaleKeys(text, entry);
  if (staleKeys.length === 0) return text;
  const updated = removeKeys(text, entry, staleKeys);
  if (findStaleKeys(updated, entry).length > 0) throw rewrittenEntryError();
  return updated;
}

function findStaleKeys(text: string, entry: TomlEntry): string[] {
  const { stale, values } = entry;
  if (stale === undefined) return [];
  const table = tableAt(parseTomlSettings(text), entry);
  if (!isRecord(table)) return [];
  return Object.keys(table).filter(
    (name) => name.startsWith(stale.prefix) && table[name] === stale.value && !Object.hasOwn(values, name),
  );
}

/** Returns `after`. @throws SettingsError unless both texts mean the same except for the entry */
function requireOnlyEntryChanged(before: string, after: string, entry: TomlEntry): string {
  if (after === before) return after;
  const [restBefore, restAfter] = [before, after].map((text) => rootWithoutEntry(parseAgain(text), entry));
  if (isSameToml(restBefore, restAfter)) return after;
  throw sideEffectError();
}

/** Parses a text that was valid before, and must be so after the change. @throws SettingsError if it is not */
function parseAgain(text: string): Table {
  try {
    return parseToml(text);
  } catch {
    throw sideEffectError();
  }
}

/** Copies the root table without the entry's keys or its whole table, and without tables that become empty. */
function rootWithoutEntry(rootTable: Table, { table, values }: TomlEntry): Table {
  // Returns undefined for the value at the end of the path, so that its parent omits it.
  const withoutPath = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return undefined;
    if (!isRecord(value)) return value;
    const { [name]: inner, ...others } = value;
    const remaining = withoutPath(inner, rest);
    if (remaining === undefined || (isRecord(remaining) && Object.keys(remaining).length === 0)) return others;
    return { ...others, [name]: remaining };
  };
  if (table.length === 0) return Object.fromEntries(Object.entries(rootTable).filter(([name]) => !(name in values)));
  const remainingTable = withoutPath(rootTable, table);
  return isRecord(remainingTable) ? remainingTable : {};
}
