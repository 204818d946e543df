// Names the files of the audit log, appends to them, and rotates them.
import { concatBytes } from '../../../core/text/bytes.ts';
import { lineFeed } from '../../../core/text/text.ts';
import type { StorageFolder } from '../../../tools/ports/diskPorts.ts';

/** URI scheme of the documents that show the log, a page each (`AuditView`). */
export const auditScheme = 'redline-audit';

/** Maximum size of one file, in bytes; a single line may be longer. */
export const maxFileBytes = 256 * 1024;
/** Number of older files that are kept besides the newest. */
export const maxOlderFiles = 4;
/** Age at which a lock counts as left by a dead window, since rotating takes only milliseconds. */
const maxLockAgeMs = 60_000;

const lockName = 'audit.lock';

/** Name of a file of the log: age 0 is the newest, `maxOlderFiles` the oldest. */
export function auditFileName(age = 0): string {
  return age === 0 ? 'audit.jsonl' : `audit.${age}.jsonl`;
}

/**
 * Writes the audit log: appends lines to the newest file, and rotates the files once it is full. Several windows may
 * share a log.
 */
export class AuditFiles {
  readonly #folder: StorageFolder;
  /** Lines that are not written yet. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Whether the newest file is known to end with a newline; false during a write, which may fail halfway. */
  #endsWithNewline = false;

  constructor(folder: StorageFolder) {
    this.#folder = folder;
  }

  /** Queues a line. If nothing can be written, keeps only the newest lines, as many as the files would hold. */
  add(line: Uint8Array): void {
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    while (this.#pendingBytes > maxFileBytes * (maxOlderFiles + 1))
      this.#pendingBytes -= this.#pending.shift()?.length ?? 0;
  }

  /** Writes the queued lines; must not run concurrently. Throws errors of the disk; unwritten lines stay queued. */
  async flush(): Promise<void> {
    if (!this.#endsWithNewline) await this.#endPartialLine();
    this.#endsWithNewline = false;
    while (this.#pending.length > 0) {
      const room = maxFileBytes - (await this.size());
      const lines = this.#linesThatFit(room);
      // A line that does not even fit into an empty file gets that file for itself.
      const isFileEmpty = room === maxFileBytes;
      if (lines.length === 0 && !isFileEmpty) {
        const hasRotated = await this.#rotate(this.#pending[0]?.length ?? 0);
        if (hasRotated) continue;
      }
      // If another window is rotating the files, the first line goes into the full one.
      const batch = lines.length === 0 ? this.#pending.slice(0, 1) : lines;
      await this.#folder.append(auditFileName(), concatBytes(batch));
      this.#drop(new Set(batch));
    }
    this.#endsWithNewline = true;
  }

  /** Size of the newest file, in bytes. */
  async size(): Promise<number> {
    return (await this.#folder.stat(auditFileName()))?.size ?? 0;
  }

  /** The first queued lines that fit into this many bytes. */
  #linesThatFit(room: number): Uint8Array[] {
    let usedBytes = 0;
    const lines: Uint8Array[] = [];
    for (const line of this.#pending) {
      usedBytes += line.length;
      if (usedBytes > room) break;
      lines.push(line);
    }
    return lines;
  }

  /** Removes written lines from the queue; `add` may have changed it meanwhile. */
  #drop(written: ReadonlySet<Uint8Array>): void {
    this.#pending = this.#pending.filter((line) => !written.has(line));
    this.#pendingBytes = this.#pending.reduce((sum, { length }) => sum + length, 0);
  }

  /** Ends the last line of the newest file if a failed write, perhaps of another window, has cut it off. */
  async #endPartialLine(): Promise<void> {
    const size = await this.size();
    if (size === 0) return;
    const [last] = (await this.#folder.readPart(auditFileName(), size - 1, 1)) ?? [];
    if (last === lineFeed) return;
    const { endPartialLine } = await import('./partialLine.ts');
    await endPartialLine(this.#folder, auditFileName(), (work) => this.#withLock(work));
  }

  /**
   * Renames each file to the next older age, unless another window has done so: then a line of this length fits.
   * @returns false if another window holds the lock
   */
  #rotate(lineBytes: number): Promise<boolean> {
    return this.#withLock(async () => {
      if ((await this.size()) + lineBytes <= maxFileBytes) return;
      for (let age = maxOlderFiles - 1; age >= 0; age--)
        await this.#folder.rename(auditFileName(age), auditFileName(age + 1));
    });
  }

  /**
   * Runs work under a lock file. Returns false without running it if another window holds the lock; removes a stale
   * lock, for the next attempt.
   */
  async #withLock(work: () => Promise<void>): Promise<boolean> {
    if (!(await this.#folder.claim(lockName, new Uint8Array()))) {
      const modified = (await this.#folder.stat(lockName))?.modified ?? Date.now();
      if (Date.now() - modified > maxLockAgeMs) await this.#folder.remove(lockName);
      return false;
    }
    try {
      await work();
      return true;
    } finally {
      await this.#folder.remove(lockName);
    }
  }
}
