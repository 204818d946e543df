// Puts what Redline writes into the text of one settings file, and takes it out, whatever the format of the file.
import { phrase } from '../wording/phrase.ts';
import type { FileEntries, JsonEntry } from './entry.ts';
import { isRecord, memberOf, membersOf, parseSettings, valueOf, type Json } from './jsonNodes.ts';
import { withJsonEntries, withoutJsonEntries } from './jsonSettings.ts';
import { SettingsError } from './settingsError.ts';
import { withoutTomlEntries, withTomlEntries } from './tomlSettings.ts';

/**
 * A settings file with Redline's entries; the same text if it has them all.
 * @param text without byte order mark; undefined for no file.
 * @throws SettingsError where that cannot be done without changing what is the user's.
 */
export function connectText(text: string | undefined, file: FileEntries): string {
  switch (file.format) {
    case 'json':
      return withJsonEntries(text ?? '', file.entries);
    case 'toml':
      return withTomlEntries(text ?? '', file.entries);
    case 'own':
      if (text === undefined || text.trim() === '' || file.isOwn(text)) return file.text;
      throw new SettingsError(phrase('It is not a file of Redline. Move or rename it first.'));
  }
}

/**
 * A settings file without Redline's entries; undefined for a file that is Redline's alone.
 * @param before what it was before Redline wrote into it, if that is known: lists and objects that were empty then stay.
 * @throws SettingsError
 */
export function disconnectText(text: string, file: FileEntries, before?: string): string | undefined {
  switch (file.format) {
    case 'json':
      return withoutJsonEntries(text, file.entries, before);
    case 'toml':
      return withoutTomlEntries(text, file.entries);
    case 'own':
      return file.isOwn(text) ? undefined : text;
  }
}

/**
 * The commands of other tools that answer the same events, in their order, once each: the agent runs them as well.
 * @throws SettingsError
 */
export function otherHooks(text: string | undefined, file: FileEntries): string[] {
  if (file.format !== 'json' || text === undefined || text.trim() === '') return [];
  const root = parseSettings(text);
  const found = file.entries.flatMap((entry) => {
    if (entry.kind !== 'item') return [];
    const list = entry.path.reduce<typeof root | undefined>((at, name) => at && memberOf(at, name), root);
    return list === undefined ? [] : membersOf(list).flatMap((item) => commandsIn(valueOf(item), entry));
  });
  return [...new Set(found)];
}

function commandsIn(value: Json, entry: Extract<JsonEntry, { kind: 'item' }>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => commandsIn(each, entry));
  if (!isRecord(value) || entry.isOwn(value)) return [];
  const { command, ...rest } = value;
  return [...(typeof command === 'string' ? [command] : []), ...commandsIn(Object.values<Json>(rest), entry)];
}
