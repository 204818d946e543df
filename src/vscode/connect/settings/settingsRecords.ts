// Saves and deletes the records of settings files that Redline wrote, by which the original bytes can be restored.

import { isFileContent, type Change, type FileContent } from '../../../core/change/change.ts';
import { SettingsError } from '../../../core/connect/settingsError.ts';
import { equalBytes } from '../../../core/text/bytes.ts';
import type { AgentMachine, FileRecord, RecordKind } from '../../../tools/ports/agentPorts.ts';
import { removeEntries } from './settingsBytes.ts';
import type { KeptRecords, WrittenPart, WrittenParts } from './settingsFiles.ts';

/**
 * Records a call's writes, so that Disconnect can restore the original bytes and the doctor can find missing entries.
 * Never rejects, since the files are written.
 *
 * @returns the errors of files whose record could not be saved
 */
export function recordWritten(
  changes: readonly Change[],
  writtenParts: WrittenParts,
  machine: AgentMachine,
): Promise<readonly unknown[]> {
  return collectFailures(changes, async (change) => {
    const { real } = change.at;
    const written = writtenParts.get(real);
    if (written === undefined || (change.kind !== 'create' && change.kind !== 'update')) return;
    const { after } = change;
    const before = change.kind === 'update' ? change.before : undefined;
    if (!isFileContent(after) || (before !== undefined && !isFileContent(before))) return;
    const { part, connectRecord } = written;
    const { kind } = part;
    if (connectRecord !== undefined) await machine.saveRecord(real, 'connect', connectRecord);
    try {
      await machine.saveRecord(real, kind, await createRecord(real, { before, after }, written, machine));
    } catch (cause) {
      if (!(cause instanceof SettingsError)) throw cause;
      // The user made the file invalid in the review.
      await machine.deleteRecord(real, kind);
    }
  });
}

/** Works on each item, one after the other, whether or not others fail. Returns the errors. */
async function collectFailures<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((cause: unknown) => failures.push(cause));
  return failures;
}

/** The outcome of a call that removed entries. */
export interface RemovedEntries {
  /** The changes that were written, or none. */
  readonly changes: readonly Change[];
  /** Canonical URIs of the files that had none of the entries. */
  readonly unchanged: readonly string[];
  /** The kinds of records to delete. */
  readonly kinds: ReadonlySet<RecordKind>;
  /** Records of Connect to save instead, for files that still have its entries. */
  readonly kept: KeptRecords;
}

/** Deletes the records of a call's files, except those that are kept. Returns as `recordWritten` does. */
export function recordRemoved(
  { changes, unchanged, kinds, kept }: RemovedEntries,
  machine: AgentMachine,
): Promise<readonly unknown[]> {
  return collectFailures([...unchanged, ...changes.map(({ at }) => at.real)], async (real) => {
    const record = kept.get(real);
    if (record !== undefined) await machine.saveRecord(real, 'connect', record);
    for (const kind of kinds) {
      const isKept = kind === 'connect' && record !== undefined;
      if (!isKept) await machine.deleteRecord(real, kind);
    }
  });
}

/**
 * Creates the record of a written part: the bytes that a disconnect restores, and the hash of what was written. The
 * bytes are those of the earlier record or of the previous file; if the user amended the file in the review, the amended
 * ones without Redline's entries.
 */
async function createRecord(
  real: string,
  { before, after }: { readonly before: FileContent | undefined; readonly after: FileContent },
  { part, without, planned }: WrittenPart,
  machine: AgentMachine,
): Promise<FileRecord> {
  const { kind, file } = part;
  const earlier = await machine.readRecord(real, kind);
  /** Whether Redline wrote the previous file, as the earlier record says. */
  const isRecorded = earlier !== undefined && earlier.after === before?.sha256;
  const isAmended = !equalBytes(after.bytes, planned);
  const recordedOrPrevious = isRecorded ? earlier.before : before?.bytes;
  let original = kind === 'hold' ? without : recordedOrPrevious;
  // A previous file that is not recorded may have entries that were written by hand, or edited since.
  const mayHaveEntries = kind === 'connect' && !isRecorded;
  if (isAmended) original = await removeEntries(after.bytes, part, original, machine);
  else if (mayHaveEntries && original !== undefined)
    original = await removeEntries(original, part, earlier?.before, machine);
  // `scopes` is undefined in records of older versions: those scopes are unknown, so it stays undefined.
  const earlierScopes = isRecorded && !isAmended ? earlier.scopes : [];
  const scopes = file.scope === undefined ? undefined : earlierScopes && [...new Set([...earlierScopes, file.scope])];
  return { before: original, after: after.sha256, scopes };
}
