// Combines the writes in a folder whose authors are known: those of the journal and of the user.

import type * as vscode from 'vscode';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import type { SpanLog } from '../../core/watch/spanLog.ts';
import { settledIds, selectUnsettled } from '../../core/watch/unsettled.ts';
import type { ContentState, Write } from '../../core/watch/writes.ts';
import type { WriteAttribution } from '../../tools/ports/watchPort.ts';
import { writesOfEntry, type PlacedWrite, type TurnAt } from './journalWrites.ts';
import type { PersonWrites } from './personWrites.ts';

/** The journal, as needed by Watch. */
export interface CallsOfJournal {
  /** All entries, oldest first. */
  readonly entries: () => readonly JournalEntry[];
  /** Reads entries of other windows. */
  readonly refresh: () => Promise<void>;
  /** Reads the bytes of a side of an entry, by their SHA-256; undefined if they are gone. */
  readonly bytesOf: (entry: JournalEntry, hash: ContentState) => Promise<Uint8Array | undefined>;
  /** Returns the canonical URI of a folder. */
  readonly realOf: (uri: vscode.Uri) => Promise<string>;
}

/**
 * The known writes for one scan.
 * @param settledBefore `settled` of the previous scan, undefined for the window's first one
 */
export async function knownWrites(
  folder: vscode.WorkspaceFolder,
  settledBefore: ReadonlySet<string> | undefined,
  journal: CallsOfJournal,
  { person, spans }: { readonly person: PersonWrites; readonly spans: SpanLog },
): Promise<Omit<WriteAttribution, 'originOf'> & { readonly settled: ReadonlySet<string> }> {
  const real = await journal.realOf(folder.uri);
  await journal.refresh();
  const settled = settledIds(journal.entries());
  const turnAt: TurnAt = (agent = '', session = '', at) => spans.turnOf({ agent, session }, at);
  const name = folder.uri.toString().replace(/\/$/, '');
  let index: WriteIndex | undefined;
  const indexSince = (since: number): WriteIndex => {
    const entries = selectUnsettled(journal.entries(), since, settledBefore);
    const written = entries.flatMap((entry) => writesOfEntry(entry, real, turnAt));
    return indexWrites([...written, ...person.since(name, since)]);
  };
  return {
    settled,
    noted: () => person.noted(),
    writesOf(path, since) {
      index ??= indexSince(since);
      return index.of(path);
    },
    async bytesOf(_path, hash) {
      const content = person.contentOf(hash);
      if (content !== undefined) return content;
      for (const entry of journal.entries().toReversed()) {
        const bytes = await journal.bytesOf(entry, hash);
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
  };
}

interface WriteIndex {
  of(path: string): readonly Write[];
}

function indexWrites(writes: readonly PlacedWrite[]): WriteIndex {
  const inOrder = writes.toSorted((one, other) => one.time - other.time);
  const files = new Map<string, PlacedWrite[]>();
  for (const write of inOrder) files.set(write.path, [...(files.get(write.path) ?? []), write]);
  const folders = inOrder.filter(({ isFolder }) => isFolder === true);
  return {
    of(path) {
      const fileWrites = files.get(path) ?? [];
      const enclosing = folders.filter((folder) => path.startsWith(`${folder.path}/`));
      if (enclosing.length === 0) return fileWrites;
      const inherited = enclosing.map(({ from, ...write }) =>
        from === undefined ? write : { ...write, from: from + path.slice(write.path.length) },
      );
      return [...fileWrites, ...inherited].toSorted((one, other) => one.time - other.time);
    },
  };
}
