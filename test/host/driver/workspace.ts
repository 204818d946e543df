import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder that is open in the VS Code under test. Files are named relative to it, with `/`. */
export interface Workspace {
  /** Absolute. */
  readonly root: string;
  readonly read: (file: string) => Promise<string>;
  readonly bytes: (file: string) => Promise<Buffer>;
  readonly exists: (file: string) => Promise<boolean>;
  /** Writes a file, as another program would; folders are made as needed. */
  readonly write: (file: string, content: string | Uint8Array) => Promise<void>;
  /** The SHA-256 (hex) of every file, by its name: two equal ones mean that nothing on disk differs. */
  readonly hashes: () => Promise<Readonly<Record<string, string>>>;
  /** Puts the folder back to what it was at first. */
  readonly reset: () => Promise<void>;
}

/** Makes `root` a copy of the folder `original`. */
export async function copyWorkspace(original: string, root: string): Promise<Workspace> {
  const at = (file: string): string => path.join(root, file);
  await cp(original, root, { recursive: true });
  return {
    root,
    read: (file) => readFile(at(file), 'utf8'),
    bytes: (file) => readFile(at(file)),
    exists: async (file) => {
      try {
        await stat(at(file));
        return true;
      } catch {
        return false;
      }
    },
    write: async (file, content) => {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await writeFile(at(file), content);
    },
    hashes: () => hashesOf(root),
    reset: async () => {
      const wanted = await hashesOf(original);
      const found = await hashesOf(root);
      // What is as it was is left alone: each write would reach the editor later, as news of another program's work.
      for (const name of await readdir(root, { recursive: true })) {
        if (!(await isKept(at(name), path.join(original, name)))) await rm(at(name), { recursive: true, force: true });
      }
      for (const [file, hash] of Object.entries(wanted)) {
        if (found[file] !== hash) await cp(path.join(original, file), at(file));
      }
    },
  };
}

/** Whether both are folders, or both plain files. */
async function isKept(here: string, there: string): Promise<boolean> {
  try {
    const [found, wanted] = [await lstat(here), await lstat(there)];
    return (found.isDirectory() && wanted.isDirectory()) || (found.isFile() && wanted.isFile());
  } catch {
    return false;
  }
}

async function hashesOf(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hash = async (file: string): Promise<[string, string]> => [
    path.relative(root, file).replaceAll(path.sep, '/'),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ];
  return Object.fromEntries(await Promise.all(files.sort().map(hash)));
}
