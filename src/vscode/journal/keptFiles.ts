import type { Change } from '../../core/change/change.ts';
import { failure } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { keptFilesOf, keptHashesOf } from '../../core/journal/keptFiles.ts';
import { phrase } from '../../core/wording/phrase.ts';
import { pathOf } from '../../core/change/summary.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';
import type { KeptAt } from '../ports/localDisk.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';

/** Large files that the history keeps: each a file of its own beside an entry's other bytes, copied on the disk. */
export class KeptFiles {
  readonly #storage: StorageFolder;
  readonly #folder: string;

  constructor(storage: StorageFolder, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /**
   * Keeps what changes take away or bring back; when it resolves, it is on the device.
   *
   * @param reverted the entry that is taken back, which has what comes back
   * @throws StalePlan where a file is not what it was; ToolError IO_ERROR where its bytes cannot be kept, or are gone.
   */
  async keep(id: string, changes: readonly Change[], reverted: string | undefined): Promise<void> {
    for (const [sha256, { uri, path }] of keptIn(changes)) {
      const { large } = this.#storage;
      if (large === undefined) throw notKept(path);
      const file = this.#fileOf(id, sha256);
      if (reverted !== undefined && (await large.link(this.#fileOf(reverted, sha256), file))) continue;
      if (uri === undefined) throw gone();
      if ((await large.copyIn(uri, file)).sha256 !== sha256) throw new StalePlan(path);
    }
  }

  /** Whether all of them are there. */
  async has(id: string, changes: readonly Change[]): Promise<boolean> {
    for (const sha256 of keptIn(changes).keys()) {
      if ((await this.#storage.stat(this.#fileOf(id, sha256))) === undefined) return false;
    }
    return true;
  }

  /** Throws IO_ERROR where something that a change needs is not there. */
  async require(id: string, change: Change): Promise<void> {
    if (!(await this.has(id, [change]))) throw gone();
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

/** What changes need kept, by its SHA-256; what is at hand before what comes back. */
function keptIn(changes: readonly Change[]): Map<string, { readonly uri: string | undefined; readonly path: string }> {
  const kept = new Map<string, { readonly uri: string | undefined; readonly path: string }>();
  for (const change of changes) {
    for (const { content, uri } of keptFilesOf(change)) {
      if (kept.get(content.sha256)?.uri === undefined) kept.set(content.sha256, { uri, path: pathOf(change) });
    }
  }
  return kept;
}

function notKept(path: string) {
  return failure(
    'IO_ERROR',
    phrase(
      '{0} is too large for the place where the history is kept, so it could not be undone. Nothing was changed.',
      path,
    ),
    'Do not try again; tell the user.',
  );
}

function gone() {
  const told = phrase('The history no longer has the contents of this change. Nothing was changed.');
  return failure('IO_ERROR', told, 'Tell the user.');
}
