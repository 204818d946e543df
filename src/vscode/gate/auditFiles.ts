import { joinBytes } from '../../core/text/joinBytes.ts';
import type { StorageFolder } from '../../tools/ports/diskPorts.ts';

/** UTF-8 bytes of one file, and how many older files are kept beside it. */
export const maxBytes = 256 * 1024;
export const olderKept = 4;
/** A lock as old as this, in milliseconds, belongs to a window that is gone: renaming takes no time. */
const abandoned = 60_000;
const [newline, blank] = [10, 32];

/** The newest file is the one without a number. */
export function auditFile(age = 0): string {
  return age === 0 ? 'audit.jsonl' : `audit.${age}.jsonl`;
}

/**
 * The audit log on disk: lines are added to the newest file, and once that is full all files are one older. Several windows
 * may add to one log.
 */
export class AuditFiles {
  readonly #folder: StorageFolder;
  /** Lines that no file has yet: while one write is under way, many calls may end. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Whether the newest file is known to end with a line's end. */
  #isWhole = false;

  constructor(folder: StorageFolder) {
    this.#folder = folder;
  }

  /** Lines that cannot be written wait for the next that can, as many of the newest as the files would hold. */
  add(line: Uint8Array): void {
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    while (this.#waitingBytes > maxBytes * (olderKept + 1)) this.#waitingBytes -= this.#waiting.shift()?.length ?? 0;
  }

  /** Writes what waits. Throws what the disk says; the lines then still wait. */
  async flush(): Promise<void> {
    if (!this.#isWhole) await this.#dropTorn();
    this.#isWhole = false;
    while (this.#waiting.length > 0) {
      const room = maxBytes - (await this.size());
      const lines = this.#fitting(room);
      if (lines.length === 0 && room < maxBytes && (await this.#rotate(this.#waiting[0]?.length ?? 0))) continue;
      // The first line is written even if another window makes room right now.
      const next = lines.length === 0 ? this.#waiting.slice(0, 1) : lines;
      await this.#folder.append(auditFile(), joinBytes(next));
      this.#drop(new Set(next));
    }
    this.#isWhole = true;
  }

  /** The bytes of the newest file. */
  async size(): Promise<number> {
    return (await this.#folder.stat(auditFile()))?.size ?? 0;
  }

  #fitting(room: number): Uint8Array[] {
    let sum = 0;
    const end = this.#waiting.findIndex(({ length }) => (sum += length) > room);
    return this.#waiting.slice(0, end < 0 ? undefined : end);
  }

  /** Others may have come since, or gone for want of room. */
  #drop(written: ReadonlySet<Uint8Array>): void {
    this.#waiting = this.#waiting.filter((line) => !written.has(line));
    this.#waitingBytes = this.#waiting.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * A line that was cut off would spoil the next one. It becomes blanks, in place: others may add lines meanwhile, and the
   * next line may begin with blanks.
   */
  async #dropTorn(): Promise<void> {
    const size = await this.size();
    if (size === 0) return;
    const [last] = (await this.#folder.readPart(auditFile(), size - 1, 1)) ?? [];
    if (last === newline) return;
    await this.#locked(async () => {
      const bytes = (await this.#folder.read(auditFile())) ?? new Uint8Array();
      const from = bytes.lastIndexOf(newline) + 1;
      await this.#folder.overwrite(auditFile(), from, new Uint8Array(bytes.length - from).fill(blank));
    });
  }

  /** Makes room for a line. Answers false where another window is at it. */
  #rotate(length: number): Promise<boolean> {
    return this.#locked(async () => {
      // Another window may have been faster.
      if ((await this.size()) + length <= maxBytes) return;
      for (let age = olderKept - 1; age >= 0; age--) await this.#folder.rename(auditFile(age), auditFile(age + 1));
    });
  }

  /** Does work that no other window may come between. Answers false, having done nothing, where one is at it. */
  async #locked(work: () => Promise<void>): Promise<boolean> {
    const lock = 'audit.lock';
    if (!(await this.#folder.claim(lock, new Uint8Array()))) {
      const modified = (await this.#folder.stat(lock))?.modified ?? Date.now();
      if (Date.now() - modified > abandoned) await this.#folder.remove(lock);
      return false;
    }
    try {
      await work();
      return true;
    } finally {
      await this.#folder.remove(lock);
    }
  }
}
