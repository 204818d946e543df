// Adds Redline's entries (of Connect or Hold) to the text of a settings file, and removes them, in any format.
import { phrase, type Phrase } from '../wording/phrase.ts';
import { isOwnValue, type FileEntries, type JsonEntry, type TomlEntry, type WholeFile } from './settingsEntry.ts';
import { isRecord, membersOf, parseJsonSettings, stringsIn, valueOf, type Json } from './json/jsonNodes.ts';
import { nodeAt, withJsonEntries, withoutJsonEntries } from './json/jsonSettings.ts';
import { SettingsError } from './settingsError.ts';
import { withoutTomlEntries, withTomlEntries } from './toml/tomlSettings.ts';

/** A change of a settings file, as data for a worker thread. Texts have no byte order mark; undefined is no file. */
export interface SettingsEdit {
  readonly kind: 'connect' | 'disconnect';
  readonly text: string | undefined;
  readonly file: FileEntries;
  /** The file before Redline's first write, if known: lists and objects that were empty in it stay. */
  readonly before?: string | undefined;
  /** Whether a disconnect keeps entries that were already in `before`, since they may be the user's own. */
  readonly keepsEarlier?: boolean;
}

/** The new text, and the result of `findOtherHooks`; or the reason why the file cannot be changed. */
export type EditedSettings =
  { readonly text: string | undefined; readonly otherHooks: readonly string[] } | { readonly refusal: Phrase };

/** Changes a settings file. Parses it several times without yielding: seconds for megabytes. */
export function editSettingsText({ kind, text, file, before, keepsEarlier = false }: SettingsEdit): EditedSettings {
  try {
    if (kind === 'connect') return { otherHooks: findOtherHooks(text, file), text: connectText(text, file) };
    if (text === undefined) return { otherHooks: [], text };
    const removable = keepsEarlier ? withoutEarlierEntries(file, before) : file;
    return { otherHooks: [], text: disconnectText(text, removable, before) };
  } catch (cause) {
    if (cause instanceof SettingsError) return { refusal: cause.userMessage };
    throw cause;
  }
}

/** Omits the entries that `before` already had, except TOML tables, which are Redline's as a whole. */
function withoutEarlierEntries(file: FileEntries, before: string | undefined): FileEntries {
  if (file.format === 'whole' || before === undefined) return file;
  if (file.format === 'json')
    return {
      ...file,
      entries: file.entries.filter((entry) => isAbsent(before, { format: 'json', entries: [entry] })),
    };
  const entries = file.entries.map((entry): TomlEntry => {
    if (entry.table.length > 0) return entry;
    const newKeys = Object.entries(entry.values).filter(([name, value]) =>
      isAbsent(before, { format: 'toml', entries: [{ ...entry, values: { [name]: value } }] }),
    );
    return { ...entry, values: Object.fromEntries(newKeys) };
  });
  return { ...file, entries };
}

/** Whether a text lacks some of the entries, and has no other value where they would be. */
function isAbsent(text: string, file: FileEntries): boolean {
  try {
    return connectText(text, file) !== text;
  } catch (cause) {
    if (cause instanceof SettingsError) return false;
    throw cause;
  }
}

/**
 * Returns a settings file with Redline's entries; unchanged if it has them all.
 * @param text without byte order mark; undefined for no file
 * @throws SettingsError if that would change the user's entries
 */
export function connectText(text: string | undefined, file: FileEntries): string {
  switch (file.format) {
    case 'json':
      return withJsonEntries(text ?? '', file.entries);
    case 'toml':
      return withTomlEntries(text ?? '', file.entries);
    case 'whole':
      if (text === undefined || text.trim() === '' || isOwnFile(text, file)) return file.text;
      throw new SettingsError(phrase('It is not a file of Redline. Move or rename it first.'));
  }
}

/**
 * A settings file without Redline's entries; undefined for a file that is Redline's alone.
 * @param before as in `SettingsEdit`
 * @throws SettingsError if that would change the user's entries
 */
export function disconnectText(text: string, file: FileEntries, before?: string): string | undefined {
  switch (file.format) {
    case 'json':
      return withoutJsonEntries(text, file.entries, before);
    case 'toml':
      return withoutTomlEntries(text, file.entries);
    case 'whole':
      return isOwnFile(text, file) ? undefined : text;
  }
}

/**
 * Commands of other tools on the same hook events, which the agent runs as well; in order, without duplicates.
 * @throws SettingsError for an invalid text
 */
export function findOtherHooks(text: string | undefined, file: FileEntries): string[] {
  if (file.format !== 'json' || text === undefined || text.trim() === '') return [];
  const root = parseJsonSettings(text);
  const hookCommands = file.entries.flatMap((entry) => {
    if (entry.kind !== 'item') return [];
    const list = nodeAt(root, entry.path);
    return list === undefined ? [] : membersOf(list).flatMap((item) => otherCommandsIn(valueOf(item), entry));
  });
  return [...new Set(hookCommands)];
}

/** Every `command` in a value, at any depth, except in the parts that are Redline's. */
function otherCommandsIn(value: Json, entry: JsonEntry): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => otherCommandsIn(item, entry));
  if (!isRecord(value) || isOwnValue(value, entry)) return [];
  const { command, ...rest } = value;
  return [...(typeof command === 'string' ? [command] : []), ...otherCommandsIn(Object.values<Json>(rest), entry)];
}

function isOwnFile(text: string, { recognized: { in: place, matches } }: WholeFile): boolean {
  return place === 'text' ? matches.test(text) : stringsInJson(text).some((string) => matches.test(string));
}

/** Collects the strings of a JSON text; none if it is invalid. */
function stringsInJson(text: string): string[] {
  try {
    return stringsIn(JSON.parse(text));
  } catch {
    return [];
  }
}
