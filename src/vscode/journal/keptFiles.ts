import type { Change } from '../../core/change/change.ts';
import { failure, type ToolError } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { keptFilesOf, keptHashesOf } from '../../core/journal/keptFiles.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf } from '../../core/change/summary.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { KeptAt } from '../ports/localDisk.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

/** Keeps copies of large files for the journal: one file each, copied by the disk itself, so that none is held in memory. */
export class KeptFiles {
  readonly #storage: StorageFolder;
  readonly #folder: string;

  constructor(storage: StorageFolder, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /**
   * Copies the large files that changes delete or restore; the copies are on the device when this resolves.
   *
   * @param id the journal entry that the copies are for; each entry has its own
   * @param reverted the entry that this one undoes, if any: a copy that it has is linked instead of made again
   * @throws StalePlan if a file has changed; ToolError IO_ERROR if its bytes cannot be kept, or are gone.
   */
  async keep(id: string, changes: readonly Change[], reverted: string | undefined): Promise<void> {
    for (const [sha256, { uri, path }] of keptIn(changes)) {
      const { large } = this.#storage;
      if (large === undefined) throw notKept(path);
      const file = this.#fileOf(id, sha256);
      if (reverted !== undefined && (await large.link(this.#fileOf(reverted, sha256), file))) continue;
      if (uri === undefined) throw contentsGone();
      if ((await large.copyIn(uri, file)).sha256 !== sha256) throw new StalePlan(path);
    }
  }

  /** Whether all copies that changes need are there. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    for (const sha256 of keptIn(changes).keys()) {
      if ((await this.#storage.stat(this.#fileOf(id, sha256))) === undefined) return false;
    }
    return true;
  }

  /** Throws IO_ERROR if a copy that a change needs is gone. */
  async require(id: string, change: Change): Promise<void> {
    if (!(await this.has(id, [change]))) throw contentsGone();
  }

  at(id: string): KeptAt {
    return (sha256) => this.#storage.large?.uriOf(this.#fileOf(id, sha256));
  }

  async delete({ id, changes }: Pick<JournalEntry, 'id' | 'changes'>): Promise<void> {
    for (const sha256 of new Set(keptHashesOf(changes))) await this.#storage.remove(this.#fileOf(id, sha256));
  }

  #fileOf(id: string, sha256: string): string {
    return `${this.#folder}/${id}.large.${sha256}`;
  }
}

/** The large files that changes need a copy of, by SHA-256; with a URI where the file is still in the workspace. */
function keptIn(changes: readonly Change[]): Map<string, { readonly uri: string | undefined; readonly path: string }> {
  const kept = new Map<string, { readonly uri: string | undefined; readonly path: string }>();
  for (const change of changes) {
    for (const { content, uri } of keptFilesOf(change)) {
      if (kept.get(content.sha256)?.uri === undefined) kept.set(content.sha256, { uri, path: pathOf(change) });
    }
  }
  return kept;
}

function notKept(path: string): ToolError {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

export function contentsGone(): ToolError {
  const text = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}

export function contentsDamaged(): ToolError {
  const text = phrase('The contents that the history kept of this change are damaged. Nothing was changed.');
  return failure('IO_ERROR', text, 'Tell the user.');
}
