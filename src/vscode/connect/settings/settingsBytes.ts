// Decodes, encodes and compares the bytes of agents' settings files, and removes Redline's entries from them.

import type { FileEntries } from '../../../core/connect/settingsEntry.ts';
import type { EditedSettings } from '../../../core/connect/connectText.ts';
import { isSameJson, parseJsonSettings, valueOf } from '../../../core/connect/json/jsonNodes.ts';
import { SettingsError } from '../../../core/connect/settingsError.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import type { AgentMachine, RecordKind } from '../../../tools/ports/agentPorts.ts';

/**
 * Removes Redline's entries from a file. Entries of Hold that were in the original already stay, since they may be the
 * user's own.
 *
 * @param original the file before they were written; undefined if there was none, or it is unknown
 * @returns the same `bytes` if they have none of the entries, undefined if no file is to remain
 * @throws SettingsError if the file is invalid
 */
export async function removeEntries(
  bytes: Uint8Array,
  { file, kind }: { readonly file: FileEntries; readonly kind: RecordKind },
  original: Uint8Array | undefined,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  const { text, bom } = decodeSettings(bytes);
  const { text: before } = decodeSettings(original);
  const edit = { kind: 'disconnect', text, file, before, keepsEarlier: kind === 'hold' } as const;
  const { text: remaining } = requireEdited(await machine.editSettings(edit));
  if (remaining === text) return bytes;
  return remaining === undefined ? undefined : encodeSettings(remaining, bom);
}

/** Whether a file has an entry that only Redline writes. Common entries do not count: they may be the user's own. */
export async function hasRedlineEntries(bytes: Uint8Array, file: FileEntries, machine: AgentMachine): Promise<boolean> {
  const { text } = decodeSettings(bytes);
  const { text: remaining } = requireEdited(
    await machine.editSettings({ kind: 'disconnect', text, file: withoutCommonEntries(file) }),
  );
  return remaining !== text;
}

function withoutCommonEntries(file: FileEntries): FileEntries {
  switch (file.format) {
    case 'json':
      return { ...file, entries: file.entries.filter(({ isCommon }) => isCommon !== true) };
    case 'toml':
      return { ...file, entries: file.entries.filter(({ isCommon }) => isCommon !== true) };
    case 'whole':
      return file;
  }
}

/** Requires that an edit was computed. @throws SettingsError with the reason why the file must stay as it is */
export function requireEdited(edited: EditedSettings): Exclude<EditedSettings, { readonly refusal: unknown }> {
  if ('refusal' in edited) throw new SettingsError(edited.refusal);
  return edited;
}

/**
 * Decodes UTF-8, and splits off the byte order mark ('' if there is none), which `encodeSettings` writes again.
 * @throws SettingsError for other bytes, since all agents expect UTF-8
 */
export function decodeSettings(bytes: Uint8Array | undefined): {
  readonly text: string | undefined;
  readonly bom: string;
} {
  if (bytes === undefined) return { text: undefined, bom: '' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? { text: text.slice(1), bom: '\ufeff' } : { text, bom: '' };
  } catch {
    throw new SettingsError(phrase('It is not encoded in UTF-8.'));
  }
}

export function encodeSettings(text: string, bom: string): Uint8Array {
  return new TextEncoder().encode(bom + text);
}

/** Whether two JSON files mean the same; a missing or blank file is `{}`. @throws SettingsError for an invalid file */
export function isSameJsonFile(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return isSameJson(jsonValueOf(one), jsonValueOf(other));
}

function jsonValueOf(bytes: Uint8Array | undefined): ReturnType<typeof valueOf> {
  const { text = '' } = decodeSettings(bytes);
  return valueOf(parseJsonSettings(text.trim() === '' ? '{}' : text));
}
