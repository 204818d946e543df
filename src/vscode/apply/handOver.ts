import type { Change, FileContent } from '../../core/change/change.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { toToolError } from '../../core/wording/errors.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { Journal } from '../journal/journal.ts';
import { isAfter, isBefore, type Disk } from '../ports/localDisk.ts';
import type { ApplierParts } from './applier.ts';
import { requireStart } from './start.ts';

/** What became of changes that an agent was to write itself. */
export interface Settled {
  /** What is on disk now: the approved changes, or what was written instead. */
  readonly written: readonly Change[];
  /** The written changes that are not what was approved. */
  readonly different: readonly Change[];
}

/** Approved changes that the agent's own tool is about to write. */
export interface HandedOver {
  /** Whether every file is as approved. */
  isWritten(): Promise<boolean>;
  /** Compares the files with what was approved, and closes the journal's entry with what is there. To be called once. */
  settle(): Promise<Settled>;
}

/**
 * Hands approved changes over to an agent that writes files by its own tools. The bytes before are in the journal first, so
 * that whatever the agent writes can be undone.
 *
 * @throws StalePlan if a file is no longer the plan's `before`; ToolError as `Applier.apply` does.
 */
export async function handOver(
  asked: readonly Change[],
  title: Phrase,
  call: Call,
  { journal, ready, platform: disk, log, places }: ApplierParts,
): Promise<HandedOver> {
  await ready();
  const changes = await requireStart(asked, disk);
  await places?.beforeFirstWrite(asked);
  const about = {
    title: inEnglish(title),
    phrase: title,
    tool: call.tool,
    session: call.caller.session,
    caller: call.caller,
    handedOver: true,
  } as const;
  const entry = await journal.begin(changes, about).catch((cause: unknown) => {
    throw toToolError(cause, phrase('Recording the change in the history'));
  });
  return {
    isWritten: async () => (await Promise.all(changes.map((change) => isAfter(change, disk)))).every(Boolean),
    async settle() {
      const settled = await settle(journal, entry, changes, disk).catch(async (cause: unknown) => {
        // The entry keeps the bytes before, and the next start settles it.
        await journal.abandon(entry);
        throw cause;
      });
      if (settled.different.length > 0) log.warn(`"${entry.title}": the agent wrote something else than was approved.`);
      const missingFolders = new Set(changes.filter((change) => !asked.includes(change)));
      return { ...settled, written: settled.written.filter((change) => !missingFolders.has(change)) };
    },
  };
}

/** Settles an entry that a dead window left, and says in words for the person what became of it, unless nothing was written. */
export async function settleLeft(journal: Journal, entry: JournalEntry, disk: Disk): Promise<readonly Phrase[]> {
  const name = entry.phrase ?? entry.title;
  const { written, different } = await settle(journal, entry, await journal.changesOf(entry), disk);
  if (written.length === 0) return [];
  return different.length === 0
    ? [phrase('"{0}" was written by the agent while Redline was away. It is as you approved it.', name)]
    : [phrase('"{0}" was written by the agent while Redline was away, and not as you approved it. Check it.', name)];
}

async function settle(journal: Journal, entry: JournalEntry, changes: readonly Change[], disk: Disk): Promise<Settled> {
  const found = await Promise.all(changes.map((change) => outcomeOf(change, disk)));
  const written = found.flatMap(({ change }) => change ?? []);
  const different = found.flatMap(({ change, isApproved }) => (change === undefined || isApproved ? [] : [change]));
  if (written.length === 0) await journal.drop(entry);
  else await journal.finish(entry, written);
  return { written, different };
}

interface Outcome {
  /** Undefined if nothing was written. */
  readonly change?: Change;
  readonly isApproved: boolean;
}

async function outcomeOf(change: Change, disk: Disk): Promise<Outcome> {
  if (await isAfter(change, disk)) return { change, isApproved: true };
  if (await isBefore(change, disk)) return { isApproved: true };
  const now = await contentAt(change.at.uri, disk);
  const before = change.kind === 'update' || change.kind === 'delete' ? change.before : undefined;
  if (before === undefined) return createdInstead(change, now);
  if (before.kind !== 'text' && before.kind !== 'binary') return { isApproved: false };
  const at = change.at;
  const actual: Change =
    now === undefined ? { kind: 'delete', at, before } : { kind: 'update', at, before, after: now };
  return { change: actual, isApproved: false };
}

/** A file that was to be created, and has other content than was approved. Of a move, the file that it left stays untold. */
function createdInstead({ at }: Change, now: FileContent | undefined): Outcome {
  return now === undefined ? { isApproved: false } : { change: { kind: 'create', at, after: now }, isApproved: false };
}

async function contentAt(uri: string, { editor }: Disk): Promise<FileContent | undefined> {
  const stat = await editor.stat(uri);
  if (stat === undefined || (stat.targetType ?? stat.type) !== 'file') return undefined;
  return editor.decode(uri, await editor.readFile(uri));
}
