// The settings files of agents, as they are to be with Redline and without it.
import { isFileContent, type Change } from '../../core/change/change.ts';
import type { PlacedFile } from '../../core/connect/agentSettings.ts';
import type { JsonEntry } from '../../core/connect/entry.ts';
import { connectText, disconnectText, otherHooks } from '../../core/connect/connectText.ts';
import { SettingsError } from '../../core/connect/settingsError.ts';
import { sha256 } from '../../core/text/hash.ts';
import { equalBytes } from '../../core/text/equalBytes.ts';
import { phrase } from '../../core/wording/phrase.ts';
import type { AgentMachine, RecordKind } from '../../tools/ports/agentPorts.ts';
import type { SettingsFile } from './settingsTool.ts';

/** What Redline writes into a file, and why. */
export interface SettingsPart {
  /** Absolute. */
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

/** The parts that a call writes, by the real URI of their file. */
export type WrittenParts = Map<string, WrittenPart>;

/**
 * The file with what Redline writes into it.
 * @param written takes the part.
 */
export function withPart(part: SettingsPart, written: WrittenParts, machine: AgentMachine): SettingsFile {
  const { path, file, kind } = part;
  return {
    path,
    next: async (before, real) => {
      // The list of folders that Hold leaves open may be another one than before.
      const isAgain = kind === 'hold' && (await machine.readRecord(real, kind)) !== undefined;
      const without = isAgain ? await withoutPart(before, real, part, machine) : before;
      written.set(real, { part, without });
      const { text, mark } = textOf(without);
      const others = otherHooks(text, file);
      const after = connectText(text, file);
      if (text !== after) await requireWritable(path, machine);
      const words = phrase('Other tools answer the same events, and the agent runs them too: {0}', others.join(', '));
      const cautions = others.length === 0 ? [] : [{ words, requiresApproval: true }];
      return { bytes: text === after ? without : bytesOf(after, mark), cautions };
    },
  };
}

/**
 * The file without what Redline wrote into it.
 * @param parts of one file, the last that was written first.
 */
export function withoutParts(path: string, parts: readonly SettingsPart[], machine: AgentMachine): SettingsFile {
  return {
    path,
    next: async (before, real) => {
      let bytes = before;
      for (const part of parts) bytes = await withoutPart(bytes, real, part, machine);
      if (bytes !== before) await requireWritable(path, machine);
      return { bytes };
    },
  };
}

/** @throws SettingsError */
async function requireWritable(path: string, machine: AgentMachine): Promise<void> {
  switch (await machine.readOnly(path)) {
    case 'file':
      throw new SettingsError(phrase('It is read-only. Make it writable first.'));
    case 'folder':
      throw new SettingsError(phrase('Its folder is read-only. Make it writable first.'));
    case undefined:
  }
}

/** The bytes from before the part was written if nobody has changed the file since, else without the entries of the part. */
async function withoutPart(
  bytes: Uint8Array | undefined,
  real: string,
  { file, kind }: SettingsPart,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  if (bytes === undefined) return undefined;
  const record = await machine.readRecord(real, kind);
  if (record?.after === (await sha256(bytes))) return record.before;
  const { text = '', mark } = textOf(bytes);
  const own = kind === 'hold' && record !== undefined ? addedTo(record.before, file) : file;
  const left = disconnectText(text, own, textOf(record?.before).text);
  if (left === undefined) return undefined;
  return left === text ? bytes : bytesOf(left, mark);
}

/** The entries that a file did not have of its own: Hold sets what a person may have set as well. */
function addedTo(before: Uint8Array | undefined, file: PlacedFile): PlacedFile {
  if (file.format !== 'json' || before === undefined) return file;
  const { text } = textOf(before);
  const isNew = (entry: JsonEntry): boolean => connectText(text, { format: 'json', entries: [entry] }) !== text;
  return { ...file, entries: file.entries.filter(isNew) };
}

/** Records what a call has written, so that it can be taken back to the byte. */
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
    const known = await machine.readRecord(real, part.kind);
    if (part.kind === 'hold') {
      await machine.saveRecord(real, part.kind, { before: without, after: after.sha256 });
    } else if (known !== undefined && known.after === before?.sha256) {
      await machine.saveRecord(real, part.kind, { before: known.before, after: after.sha256 });
    } else if (before === undefined || isWithout(before.bytes, part)) {
      await machine.saveRecord(real, part.kind, { before: before?.bytes, after: after.sha256 });
    } else await machine.deleteRecord(real, part.kind);
  }
}

/** Whether a file has nothing of Redline's, so that going back to it takes all of that out. */
function isWithout(bytes: Uint8Array, { file }: SettingsPart): boolean {
  const { text = '', mark } = textOf(bytes);
  const left = disconnectText(text, file);
  return left !== undefined && equalBytes(bytesOf(left, mark), bytes);
}

/** @throws SettingsError for bytes that are not UTF-8, which all agents expect. */
function textOf(bytes: Uint8Array | undefined): { readonly text: string | undefined; readonly mark: string } {
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
