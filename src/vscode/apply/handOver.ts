import type { Change, FileContent } from '../../core/change/change.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { inEnglish, phrase, type Phrase } from '../../core/wording/phrase.ts';
import { toToolError } from '../../core/wording/errors.ts';
import type { Call } from '../../tools/ports/ports.ts';
import type { Journal } from '../journal/journal.ts';
import { isAfter, isBefore, type Disk } from '../ports/localDisk.ts';
import type { ApplierParts } from './applier.ts';
import { laterOf, requireStart } from './start.ts';

/** What became of changes that an agent was to write itself. */
export interface Settled {
  /** What is on disk now: the approved changes, or what was written instead. */
  readonly written: readonly Change[];
  /** The approved changes that did not come out as approved, whatever is there instead. */
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
    ...laterOf(call),
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
  const found = await Promise.all(changes.map(async (change) => ({ change, ...(await outcomeOf(change, disk)) })));
  const written = found.flatMap((outcome) => outcome.written);
  const different = found.flatMap(({ change, isApproved }) => (isApproved ? [] : [change]));
  if (written.length === 0) await journal.drop(entry);
  else await journal.finish(entry, written);
  return { written, different };
}

interface Outcome {
  readonly written: readonly Change[];
  /** Whether the files are as approved, or untouched. */
  readonly isApproved: boolean;
}

async function outcomeOf(change: Change, disk: Disk): Promise<Outcome> {
  if (await isAfter(change, disk)) return { written: [change], isApproved: true };
  if (await isBefore(change, disk)) return { written: [], isApproved: true };
  return { written: await writtenInstead(change, disk), isApproved: false };
}

/** What was made of the files of a change that did not come out as approved, so that no bytes from before are lost. */
async function writtenInstead(change: Change, disk: Disk): Promise<Change[]> {
  const { kind, at } = change;
  const now = kind === 'createDirectory' ? undefined : await contentAt(at.uri, disk);
  const created: Change[] = now === undefined ? [] : [{ kind: 'create', at, after: now }];
  if (kind === 'move') {
    const isGone = (await disk.editor.stat(change.from.uri)) === undefined;
    return [...(isGone ? [{ kind: 'delete', at: change.from, before: change.before } as const] : []), ...created];
  }
  if (kind !== 'update' && kind !== 'delete') return created;
  const { before } = change;
  if (now === undefined) return [{ kind: 'delete', at, before }];
  const isText = before.kind === 'text' || before.kind === 'binary';
  // The same bytes: what is different is in an unsaved document.
  return isText && before.sha256 !== now.sha256 ? [{ kind: 'update', at, before, after: now }] : [];
}

async function contentAt(uri: string, { editor }: Disk): Promise<FileContent | undefined> {
  const stat = await editor.stat(uri);
  if (stat === undefined || (stat.targetType ?? stat.type) !== 'file') return undefined;
  return editor.decode(uri, await editor.readFile(uri));
}
