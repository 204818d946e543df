// Computes the settings files of agents with and without Redline's entries.
import { isFileContent, type Change, type FileContent } from '../../core/change/change.ts';
import type { PlacedFile } from '../../core/connect/agentSettings.ts';
import type { EditedText } from '../../core/connect/connectText.ts';
import { SettingsError } from '../../core/connect/settingsError.ts';
import { equalBytes } from '../../core/text/equalBytes.ts';
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
  /** The file with the part, as it is shown in the review. */
  readonly planned: Uint8Array;
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
      // Hold's earlier entries are removed first, since the exempt folders may have changed.
      const isHeldAlready = kind === 'hold' && (await machine.readRecord(real, kind)) !== undefined;
      const without = isHeldAlready ? await withoutPart(before, real, part, machine) : before;
      const { text, bom } = decodeSettings(without);
      const edited = requireEdited(await machine.editSettings({ kind: 'connect', text, file }));
      const { text: after = '', otherHooks } = edited;
      if (text !== after) await requireWritable(path, machine);
      const message = phrase(
        'Other tools answer the same events, and the agent runs them too: {0}',
        otherHooks.join(', '),
      );
      const cautions = otherHooks.length === 0 ? [] : [{ message, requiresApproval: true }];
      const planned = text === after && without !== undefined ? without : bytesOf(after, bom);
      written.set(real, { part, without, planned });
      return { bytes: planned, cautions };
    },
  };
}

/** The originals of files in which entries of other folders remain, by the canonical URI of the file. */
export type RemainingOriginals = Map<string, Uint8Array | undefined>;

/**
 * Computes a file without Redline's entries.
 * @param parts of one file, the last written first
 * @param remaining receives the file's original if other entries of Connect remain in it
 */
export function withoutParts(
  path: string,
  parts: readonly SettingsPart[],
  machine: AgentMachine,
  remaining: RemainingOriginals,
): SettingsFile {
  return {
    path,
    emptyText: emptyTextOf(parts[0]?.file),
    next: async (before, real) => {
      let bytes = before;
      remaining.delete(real);
      for (const part of joinParts(parts)) bytes = await withoutPart(bytes, real, part, machine, remaining);
      if (bytes !== before) await requireWritable(path, machine);
      return { bytes };
    },
  };
}

/** Joins parts with one record, since only together they lead back to its original. */
function joinParts(parts: readonly SettingsPart[]): SettingsPart[] {
  return [...Map.groupBy(parts, ({ kind }) => kind).values()].map((ofKind) =>
    ofKind.reduce((joined, part) => ({ ...joined, file: joinEntries(joined.file, part.file) })),
  );
}

function joinEntries(one: PlacedFile, other: PlacedFile): PlacedFile {
  if (one.format === 'json' && other.format === 'json') return { ...one, entries: [...one.entries, ...other.entries] };
  if (one.format === 'toml' && other.format === 'toml') return { ...one, entries: [...one.entries, ...other.entries] };
  return one;
}

function emptyTextOf(file: PlacedFile | undefined): string {
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
 * Removes a part: restores the recorded original if nobody has changed the file since, and other parts do not go with it;
 * else removes only the entries.
 */
async function withoutPart(
  bytes: Uint8Array | undefined,
  real: string,
  part: SettingsPart,
  machine: AgentMachine,
  remaining?: RemainingOriginals,
): Promise<Uint8Array | undefined> {
  if (bytes === undefined) return undefined;
  const record = await machine.readRecord(real, part.kind);
  const isAsWritten = record?.after === (await sha256(bytes));
  const without = await removeEntries(bytes, part, { original: record?.before, isAsWritten }, machine);
  if (isAsWritten && part.kind === 'connect' && without !== record.before) remaining?.set(real, record.before);
  return without;
}

/** Removes the entries of a part. @param from.original the file before they were written, if that is known */
async function removeEntries(
  bytes: Uint8Array,
  { file, kind }: SettingsPart,
  { original, isAsWritten }: { readonly original: Uint8Array | undefined; readonly isAsWritten: boolean },
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  const { text, bom } = decodeSettings(bytes);
  const { text: before } = decodeSettings(original);
  const edit = { kind: 'disconnect', text, file, before, keepsEarlier: kind === 'hold', isAsWritten } as const;
  const { text: remaining } = requireEdited(await machine.editSettings(edit));
  if (remaining === text) return bytes;
  if (isAsWritten && remaining === before) return original;
  return remaining === undefined ? undefined : bytesOf(remaining, bom);
}

/** @throws SettingsError if the file must stay as it is */
function requireEdited(edited: EditedText): Exclude<EditedText, { readonly refusal: unknown }> {
  if ('refusal' in edited) throw new SettingsError(edited.refusal);
  return edited;
}

/** Records a call's writes, so that the original bytes can be restored, and missing entries noticed. */
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
    const { kind } = written.part;
    try {
      const original = await findOriginal(real, { before, after }, written, machine);
      await machine.saveRecord(real, kind, { before: original, after: after.sha256 });
    } catch (cause) {
      if (!(cause instanceof SettingsError)) throw cause;
      // The user made the file invalid in the review.
      await machine.deleteRecord(real, kind);
    }
  }
}

/** The outcome of a call that removed entries. */
export interface RemovedEntries {
  readonly changes: readonly Change[];
  /** Canonical URIs of the files that had none of the entries. */
  readonly unchanged: readonly string[];
  readonly kinds: ReadonlySet<RecordKind>;
  readonly remaining: RemainingOriginals;
}

/** Deletes the records of a call's files, or renews them where other entries remain. */
export async function recordRemoved(
  { changes, unchanged, kinds, remaining }: RemovedEntries,
  machine: AgentMachine,
): Promise<void> {
  const hashes = changes.map((change) => {
    const isText = change.kind === 'update' && isFileContent(change.after);
    return [change.at.real, isText ? change.after.sha256 : undefined] as const;
  });
  for (const kind of kinds) {
    for (const real of unchanged)
      if (kind !== 'connect' || !remaining.has(real)) await machine.deleteRecord(real, kind);
    for (const [real, after] of hashes) {
      if (kind !== 'connect' || !remaining.has(real) || after === undefined) await machine.deleteRecord(real, kind);
      else await machine.saveRecord(real, kind, { before: remaining.get(real), after });
    }
  }
}

/**
 * The bytes that a disconnect restores: the recorded or the previous ones; if the user amended the file in the review,
 * the amended ones without Redline's entries.
 */
async function findOriginal(
  real: string,
  { before, after }: { readonly before: FileContent | undefined; readonly after: FileContent },
  { part, without, planned }: WrittenPart,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  const record = await machine.readRecord(real, part.kind);
  const isRecorded = record !== undefined && record.after === before?.sha256;
  const recordedOrPrevious = isRecorded ? record.before : before?.bytes;
  const original = part.kind === 'hold' ? without : recordedOrPrevious;
  if (!equalBytes(after.bytes, planned))
    return removeEntries(after.bytes, part, { original, isAsWritten: false }, machine);
  if (part.kind === 'hold' || isRecorded || original === undefined) return original;
  // The previous file may have entries that were written by hand, or edited since they were recorded.
  return removeEntries(original, part, { original: record?.before, isAsWritten: false }, machine);
}

/** Decodes UTF-8. @throws SettingsError for other bytes, since all agents expect UTF-8 */
function decodeSettings(bytes: Uint8Array | undefined): { readonly text: string | undefined; readonly bom: string } {
  if (bytes === undefined) return { text: undefined, bom: '' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? { text: text.slice(1), bom: '\ufeff' } : { text, bom: '' };
  } catch {
    throw new SettingsError(phrase('It is not encoded in UTF-8.'));
  }
}

function bytesOf(text: string, bom: string): Uint8Array {
  return new TextEncoder().encode(bom + text);
}
