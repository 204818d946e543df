// Adds Redline's entries to the text of a settings file, and removes them, in any of the formats.
import { phrase } from '../wording/phrase.ts';
import type { FileEntries, JsonEntry } from './entry.ts';
import { isRecord, memberOf, membersOf, parseSettings, valueOf, type Json } from './jsonNodes.ts';
import { withJsonEntries, withoutJsonEntries } from './jsonSettings.ts';
import { SettingsError } from './settingsError.ts';
import { withoutTomlEntries, withTomlEntries } from './tomlSettings.ts';

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
 * Commands of other tools on the same events, in order, without duplicates: the agent runs them as well.
 * @throws SettingsError
 */
export function findOtherHooks(text: string | undefined, file: FileEntries): string[] {
  if (file.format !== 'json' || text === undefined || text.trim() === '') return [];
  const root = parseSettings(text);
  const hookCommands = file.entries.flatMap((entry) => {
    if (entry.kind !== 'item') return [];
    const list = entry.path.reduce<typeof root | undefined>((at, name) => at && memberOf(at, name), root);
    return list === undefined ? [] : membersOf(list).flatMap((item) => otherCommandsIn(valueOf(item), entry));
  });
  return [...new Set(hookCommands)];
}

function otherCommandsIn(value: Json, entry: Extract<JsonEntry, { kind: 'item' }>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => otherCommandsIn(each, entry));
  if (!isRecord(value) || entry.isOwn(value)) return [];
  const { command, ...rest } = value;
  return [...(typeof command === 'string' ? [command] : []), ...otherCommandsIn(Object.values<Json>(rest), entry)];
}
