// Computes the settings files of agents with and without Redline's entries.
import { isFileContent, type Change } from '../../core/change/change.ts';
import type { PlacedFile } from '../../core/connect/agentSettings.ts';
import type { EditedText } from '../../core/connect/connectText.ts';
import { SettingsError } from '../../core/connect/settingsError.ts';
import { sha256 } from '../../core/text/hash.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { AgentMachine, RecordKind } from '../../tools/ports/agentPorts.ts';
import type { SettingsFile } from './settingsTool.ts';

/** Redline's entries in a file, and their purpose. */
export interface SettingsPart {
  /** Absolute path of the file. */
  readonly path: string;
  readonly file: PlacedFile;
  readonly kind: RecordKind;
}

/** A part of a file that is being written. */
interface WrittenPart {
  readonly part: SettingsPart;
  /** The file without the part; undefined for no file. */
  readonly without: Uint8Array | undefined;
}

/** The parts that a call writes, by the canonical URI of their file. */
export type WrittenParts = Map<string, WrittenPart>;

/**
 * Computes a file with Redline's entries.
 * @param written receives the part
 */
export function withPart(part: SettingsPart, written: WrittenParts, machine: AgentMachine): SettingsFile {
  const { path, file, kind } = part;
  return {
    path,
    emptyText: emptyTextOf(file),
    next: async (before, real) => {
      // The list of Hold's exempt folders may have changed.
      const isAgain = kind === 'hold' && (await machine.readRecord(real, kind)) !== undefined;
      const without = isAgain ? await withoutPart(before, real, part, machine) : before;
      written.set(real, { part, without });
      const { text, mark } = decodeSettings(without);
      const edited = requireEdited(await machine.editSettings({ kind: 'connect', text, file }));
      const { text: after = '', otherHooks } = edited;
      if (text !== after) await requireWritable(path, machine);
      const message = phrase(
        'Other tools answer the same events, and the agent runs them too: {0}',
        otherHooks.join(', '),
      );
      const cautions = otherHooks.length === 0 ? [] : [{ message, requiresApproval: true }];
      return { bytes: text === after ? without : bytesOf(after, mark), cautions };
    },
  };
}

/**
 * Computes a file without Redline's entries.
 * @param parts of one file, the last written first
 */
export function withoutParts(path: string, parts: readonly SettingsPart[], machine: AgentMachine): SettingsFile {
  return {
    path,
    emptyText: emptyTextOf(parts[0]?.file),
    next: async (before, real) => {
      let bytes = before;
      for (const part of parts) bytes = await withoutPart(bytes, real, part, machine);
      if (bytes !== before) await requireWritable(path, machine);
      return { bytes };
    },
  };
}

function emptyTextOf(file: PlacedFile | undefined): string {
  return file?.format === 'json' ? '{}\n' : '';
}

/** Throws if the file is read-only. @throws SettingsError */
async function requireWritable(path: string, machine: AgentMachine): Promise<void> {
  switch (await machine.readOnly(path)) {
    case 'file':
      throw new SettingsError(phrase('It is read-only. Make it writable first.'));
    case 'folder':
      throw new SettingsError(phrase('Its folder is read-only. Make it writable first.'));
    case undefined:
  }
}

/** The original bytes if nobody has changed the file since, else the file without the entries of the part. */
async function withoutPart(
  bytes: Uint8Array | undefined,
  real: string,
  { file, kind }: SettingsPart,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  if (bytes === undefined) return undefined;
  const record = await machine.readRecord(real, kind);
  if (record?.after === (await sha256(bytes))) return record.before;
  const { text, mark } = decodeSettings(bytes);
  const { text: before } = decodeSettings(record?.before);
  const edit = { kind: 'disconnect', text, file, before, keepsEarlier: kind === 'hold' } as const;
  const { text: remaining } = requireEdited(await machine.editSettings(edit));
  if (remaining === undefined) return undefined;
  return remaining === text ? bytes : bytesOf(remaining, mark);
}

/** @throws SettingsError if the file must stay as it is */
function requireEdited(edited: EditedText): Exclude<EditedText, { readonly refusal: unknown }> {
  if ('refusal' in edited) throw new SettingsError(edited.refusal);
  return edited;
}

/** Records a call's writes, so that the original bytes can be restored. */
export async function recordWritten(
  changes: readonly Change[],
  parts: WrittenParts,
  machine: AgentMachine,
): Promise<void> {
  for (const change of changes) {
    const written = parts.get(change.at.real);
    if (written === undefined || (change.kind !== 'create' && change.kind !== 'update')) continue;
    const { after } = change;
    const before = change.kind === 'update' ? change.before : undefined;
    if (!isFileContent(after) || (before !== undefined && !isFileContent(before))) continue;
    const { real } = change.at;
    const { part, without } = written;
    const record = await machine.readRecord(real, part.kind);
    if (part.kind === 'hold') {
      await machine.saveRecord(real, part.kind, { before: without, after: after.sha256 });
    } else if (record !== undefined && record.after === before?.sha256) {
      await machine.saveRecord(real, part.kind, { before: record.before, after: after.sha256 });
    } else if (before === undefined || (await isWithout(before.bytes, part, machine))) {
      await machine.saveRecord(real, part.kind, { before: before?.bytes, after: after.sha256 });
    } else await machine.deleteRecord(real, part.kind);
  }
}

/** Whether a file has none of Redline's entries, so that restoring it removes all of them. */
async function isWithout(bytes: Uint8Array, { file }: SettingsPart, machine: AgentMachine): Promise<boolean> {
  const { text } = decodeSettings(bytes);
  return requireEdited(await machine.editSettings({ kind: 'disconnect', text, file })).text === text;
}

/** Decodes UTF-8. @throws SettingsError for other bytes, since all agents expect UTF-8 */
function decodeSettings(bytes: Uint8Array | undefined): { readonly text: string | undefined; readonly mark: string } {
  if (bytes === undefined) return { text: undefined, mark: '' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? { text: text.slice(1), mark: '\ufeff' } : { text, mark: '' };
  } catch {
    throw new SettingsError(phrase('It is not encoded in UTF-8.'));
  }
}

function bytesOf(text: string, mark: string): Uint8Array {
  return new TextEncoder().encode(mark + text);
}
