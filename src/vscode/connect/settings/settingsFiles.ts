// Computes the content of agents' settings files with and without Redline's entries, for `changeSettings`.

import type { Caution } from '../../../core/change/change.ts';
import type { LocatedFile } from '../../../core/connect/agentSettings.ts';
import { SettingsError } from '../../../core/connect/settingsError.ts';
import { sha256 } from '../../../core/text/bytes.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import type { AgentMachine, FileRecord, RecordKind } from '../../../tools/ports/agentPorts.ts';
import {
  encodeSettings,
  decodeSettings,
  hasRedlineEntries,
  isSameJsonFile,
  removeEntries,
  requireEdited,
} from './settingsBytes.ts';
import type { SettingsFile } from './settingsTool.ts';

/** Redline's entries for one settings file, written either to connect the agent or to put it under Hold (`kind`). */
export interface SettingsPart {
  /** Absolute path of the file. */
  readonly path: string;
  readonly file: LocatedFile;
  readonly kind: RecordKind;
}

/** A part that a call writes into its file. */
export interface WrittenPart {
  readonly part: SettingsPart;
  /** The file without the part; undefined for no file. */
  readonly without: Uint8Array | undefined;
  /** The file with the part, as it is shown in the review. */
  readonly planned: Uint8Array;
  /** The record of Connect to save with it, if Hold is written anew. */
  readonly connectRecord: FileRecord | undefined;
}

/** The parts that a call writes, by the canonical URI of their file. `recordWritten` creates their records. */
export type WrittenParts = Map<string, WrittenPart>;

/**
 * Describes how to add Redline's entries to a file.
 * @param written receives the part once the new content is computed
 */
export function withPart(part: SettingsPart, written: WrittenParts, machine: AgentMachine): SettingsFile {
  const { path, file } = part;
  return {
    path,
    emptyText: emptyTextOf(file),
    edit: async (before, real) => {
      const { without, connectRecord } = await withoutEarlierHold(before, real, part, machine);
      const { text, bom } = decodeSettings(without);
      const edited = requireEdited(await machine.editSettings({ kind: 'connect', text, file }));
      const { text: after = '', otherHooks } = edited;
      if (text !== after) await requireWritable(path, machine);
      const planned = text === after && without !== undefined ? without : encodeSettings(after, bom);
      written.set(real, { part, without, planned, connectRecord });
      return { bytes: planned, cautions: cautionsAbout(otherHooks) };
    },
  };
}

/** The file without earlier entries of Hold, if the part replaces them: the exempt folders may have changed since. */
async function withoutEarlierHold(
  before: Uint8Array | undefined,
  real: string,
  part: SettingsPart,
  machine: AgentMachine,
): Promise<Pick<WrittenPart, 'without' | 'connectRecord'>> {
  const isHeldAlready = part.kind === 'hold' && (await machine.readRecord(real, part.kind)) !== undefined;
  if (!isHeldAlready) return { without: before, connectRecord: undefined };
  const { bytes: without } = await removePart(before, real, part, machine);
  return { without, connectRecord: await connectRecordWithoutHold(before, without, real, [part], machine) };
}

/** The cautions for the review. @param otherHooks commands of other tools that run at the events of Redline's hook */
function cautionsAbout(otherHooks: readonly string[]): Caution[] {
  if (otherHooks.length === 0) return [];
  const message = phrase('The agent runs hooks of other tools on the same events, too: {0}', otherHooks.join(', '));
  return [{ message, requiresApproval: true }];
}

/**
 * The records of Connect to save for files in which its entries remain, by canonical URI; `recordRemoved` saves them.
 */
export type KeptRecords = Map<string, FileRecord>;

/**
 * Describes how to remove Redline's entries from a file.
 * @param parts all parts to remove from this file
 * @param kept receives the file's record if entries of Connect remain in it; loses an earlier one if none do
 */
export function withoutParts(
  path: string,
  parts: readonly SettingsPart[],
  machine: AgentMachine,
  kept: KeptRecords,
): SettingsFile {
  return {
    path,
    emptyText: emptyTextOf(parts[0]?.file),
    edit: async (before, real) => {
      let bytes = before;
      // An earlier plan of the call may have set it.
      kept.delete(real);
      const scopes = parts.flatMap(({ file }) => file.scope ?? []);
      for (const part of await lastWrittenFirst(joinParts(parts), bytes, real, machine)) {
        const removed = await removePart(bytes, real, part, machine, scopes);
        bytes = removed.bytes;
        if (removed.kept !== undefined) kept.set(real, removed.kept);
      }
      if (bytes === before) return { bytes };
      await requireWritable(path, machine);
      if (parts.every(({ kind }) => kind === 'hold')) {
        const record = await connectRecordWithoutHold(before, bytes, real, parts, machine);
        if (record !== undefined) kept.set(real, record);
      }
      return { bytes };
    },
  };
}

/**
 * The record of Connect after Hold's parts were removed from its file: its original lacks them, too.
 *
 * @param before the file before the removal
 * @param bytes the file after it
 * @returns undefined if there is no record, or if somebody else wrote the file since
 */
async function connectRecordWithoutHold(
  before: Uint8Array | undefined,
  bytes: Uint8Array | undefined,
  real: string,
  holdParts: readonly SettingsPart[],
  machine: AgentMachine,
): Promise<FileRecord | undefined> {
  const record = await machine.readRecord(real, 'connect');
  if (before === undefined || bytes === undefined || record?.after !== (await sha256(before))) return undefined;
  let original = record.before;
  for (const part of joinParts(holdParts)) original = (await removePart(original, real, part, machine)).bytes;
  return { ...record, before: original, after: await sha256(bytes) };
}

/** Joins the parts of each kind, since a file has one record for each kind, whose original lacks all of them. */
function joinParts(parts: readonly SettingsPart[]): SettingsPart[] {
  const partsByKind = Map.groupBy(parts, ({ kind }) => kind);
  const join = (one: SettingsPart, other: SettingsPart): SettingsPart => ({
    ...one,
    file: joinEntries(one.file, other.file),
  });
  return [...partsByKind.values()].map((ofKind) => ofKind.reduce(join));
}

/** Moves the part that was written last to the front, if known: only its recorded original can be restored. */
async function lastWrittenFirst(
  parts: readonly SettingsPart[],
  bytes: Uint8Array | undefined,
  real: string,
  machine: AgentMachine,
): Promise<readonly SettingsPart[]> {
  const hash = bytes && (await sha256(bytes));
  const records = await Promise.all(parts.map(({ kind }) => machine.readRecord(real, kind)));
  const last = parts.find((_part, index) => hash !== undefined && records[index]?.after === hash);
  return last === undefined ? parts : [last, ...parts.filter((part) => part !== last)];
}

/** Returns a file with the entries of both files, which have the same format. */
function joinEntries(one: LocatedFile, other: LocatedFile): LocatedFile {
  if (one.format === 'json' && other.format === 'json') return { ...one, entries: [...one.entries, ...other.entries] };
  if (one.format === 'toml' && other.format === 'toml') return { ...one, entries: [...one.entries, ...other.entries] };
  return one;
}

function emptyTextOf(file: LocatedFile | undefined): string {
  return file?.format === 'json' ? '{}\n' : '';
}

/** @throws SettingsError if the file or its folder is read-only */
async function requireWritable(path: string, machine: AgentMachine): Promise<void> {
  switch (await machine.readOnly(path)) {
    case 'file':
      throw new SettingsError(phrase('It is read-only. Make it writable first.'));
    case 'folder':
      throw new SettingsError(phrase('Its folder is read-only. Make it writable first.'));
    case undefined:
  }
}

/**
 * A file without a part: the same bytes if it did not have the part, undefined for no file. With the part's new record if
 * entries of other scopes remain in it.
 */
interface RemovedPart {
  readonly bytes: Uint8Array | undefined;
  readonly kept?: FileRecord;
}

/**
 * Removes a part. Restores the recorded original if the file is as Redline wrote it and has no other scopes; else removes
 * only the entries. A scope is the folder that entries in the user's own settings are for.
 *
 * @param scopes all scopes that this call removes from the file
 */
async function removePart(
  bytes: Uint8Array | undefined,
  real: string,
  part: SettingsPart,
  machine: AgentMachine,
  scopes: readonly string[] = [],
): Promise<RemovedPart> {
  if (bytes === undefined) return { bytes };
  const record = await machine.readRecord(real, part.kind);
  if (record === undefined && !(await hasRedlineEntries(bytes, part.file, machine))) return { bytes };
  const isAsWritten = record?.after === (await sha256(bytes));
  if (!isAsWritten) return { bytes: await removeEntries(bytes, part, record?.before, machine) };
  // Without scopes, the file has no entries for other folders.
  if (part.file.scope === undefined) return { bytes: record.before };
  // The original, too, has the entries of scopes that were written before somebody else changed the file.
  const before = record.before && (await removeEntries(record.before, part, undefined, machine));
  const otherScopes = record.scopes?.filter((scope) => !scopes.includes(scope));
  if (otherScopes?.length === 0) return { bytes: before };
  const without = await removeEntries(bytes, part, record.before, machine);
  if (without === undefined) return { bytes: without };
  // Records of older versions do not name their scopes.
  if (otherScopes === undefined && isSameJsonFile(without, before)) return { bytes: before };
  return { bytes: without, kept: { before, after: await sha256(without), scopes: otherScopes } };
}
