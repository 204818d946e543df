import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import type { StorageFolder } from '../../src/tools/ports/diskPorts.ts';
import { journalEntrySchema, type JournalEntry } from '../../src/core/journal/journalEntry.ts';
import { readPackTable, readTableLength } from '../../src/core/journal/journalFiles.ts';

/** Runs before each operation of a disk. If it rejects, the operation fails; if it never settles, the window is dead. */
export type Step = (what: string) => Promise<void>;

/** A disk in memory with the storage of the history, and with the files that calls change, below `files/`. */
export class Disk {
  readonly files = new Map<string, { readonly bytes: Uint8Array; readonly modified: number }>();

  put(file: string, content: string | Uint8Array, modified = Date.now()): void {
    this.files.set(file, { bytes: typeof content === 'string' ? Buffer.from(content) : content, modified });
  }

  text(file: string): string | undefined {
    const bytes = this.files.get(file)?.bytes;
    return bytes && Buffer.from(bytes).toString();
  }

  /** The contents of the files that calls change. */
  get world(): Readonly<Record<string, string>> {
    const names = [...this.files.keys()].filter((name) => name.startsWith('files/')).sort();
    return Object.fromEntries(names.map((name) => [name, this.text(name) ?? '']));
  }

  list(folder: string): string[] {
    return [...this.files.keys()]
      .filter((name) => name.startsWith(`${folder}/`))
      .map((name) => name.slice(folder.length + 1));
  }

  get entries(): JournalEntry[] {
    const names = this.list('journal').filter((name) => name.endsWith('.json'));
    return names.map((name) => journalEntrySchema.parse(JSON.parse(this.text(`journal/${name}`) ?? '')));
  }

  /** Asserts that every byte that an entry needs is there. */
  requireBytes(): void {
    for (const { id, changes } of this.entries) {
      const kept = [`blobs/${id}`, `blobs/${id}.saved`].flatMap((file) => contentsIn(this.files.get(file)?.bytes));
      for (const change of changes) {
        for (const side of ['before', 'after'] as const) {
          const content: unknown = Reflect.get(change, side);
          if (typeof content === 'object' && content !== null && 'sha256' in content) {
            assert.ok(kept.includes(String(content.sha256)), `the bytes of ${id} ${change.at.path} ${side}`);
          }
        }
      }
    }
  }
}

function contentsIn(pack: Uint8Array | undefined): string[] {
  const length = readTableLength(pack ?? new Uint8Array());
  if (pack === undefined || length === undefined) return [];
  const places = readPackTable(pack.subarray(0, length));
  return [...places].flatMap(([hash, { offset: from, size }]) =>
    sha256Of(pack.subarray(from, from + size)) === hash ? [hash] : [],
  );
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The storage of one window on a disk. */
export function storageOn(disk: Disk, step: Step): StorageFolder {
  let drafts = 0;
  const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
    const draft = `${file}.${drafts++}.draft`;
    await step(`begin ${file}`);
    disk.put(draft, bytes.subarray(0, bytes.length / 2));
    await step(`fill ${file}`);
    disk.put(draft, bytes);
    await step(`name ${file}`);
    disk.files.delete(draft);
    disk.put(file, bytes);
  };
  return {
    prepare: () => Promise.resolve(),
    async list(folder) {
      await step(`list ${folder}`);
      return disk.list(folder);
    },
    async read(file) {
      await step(`read ${file}`);
      return disk.files.get(file)?.bytes;
    },
    async readPart(file, from, length) {
      await step(`read ${file}`);
      return disk.files.get(file)?.bytes.subarray(from, from + length);
    },
    async stat(file) {
      await step(`stat ${file}`);
      const found = disk.files.get(file);
      return found && { size: found.bytes.length, modified: found.modified };
    },
    write: (file, parts) => writeWhole(file, Buffer.concat(parts)),
    writeUnflushed: writeWhole,
    async overwrite(file, from, bytes) {
      await step(`mark ${file}`);
      const found = disk.files.get(file);
      if (found === undefined) throw new Error('ENOENT');
      const now = Buffer.from(found.bytes);
      now.set(bytes, from);
      disk.put(file, now);
    },
    async append(file, bytes) {
      await step(`append ${file}`);
      disk.put(file, Buffer.concat([disk.files.get(file)?.bytes ?? new Uint8Array(), bytes]));
    },
    async claim(file, bytes) {
      await step(`claim ${file}`);
      if (disk.files.has(file)) return false;
      disk.put(file, bytes);
      return true;
    },
    async rename(from, to) {
      await step(`rename ${from}`);
      const found = disk.files.get(from);
      if (found === undefined) return;
      disk.files.delete(from);
      disk.files.set(to, found);
    },
    async remove(file) {
      await step(`remove ${file}`);
      disk.files.delete(file);
    },
  };
}
