// Implements the store of Watch: a private bare git repository, whose objects are the bytes of files as on disk.

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, devNull } from 'node:os';
import path from 'node:path';
import { GitFailed, GitUnusable, type GitProgram } from './gitProgram.ts';
import { splitRecords } from './gitRecords.ts';
import { ObjectReader } from './objectReader.ts';

/**
 * `sharedRepository`: what git creates is for this user alone. `protect…`: git passes over no names, such as `git~1`. `fsync`:
 * what a review needs survives a power failure; `batch` flushes the disk once for all files of a run (git 2.36).
 */
const configTemplate = `[core]
	repositoryformatversion = {version}
	bare = false
	sharedRepository = 0600
	autocrlf = false
	safecrlf = false
	attributesFile = ${devNull}
	excludesFile = ${devNull}
	hooksPath = ${devNull}
	fsmonitor = false
	untrackedCache = false
	splitIndex = false
	logAllRefUpdates = false
	longpaths = true
	protectNTFS = false
	protectHFS = false
	compression = 1
	preloadIndex = {preload}
	fsync = committed,loose-object
	fsyncMethod = batch
{worktree}[index]
	version = 2
	sparse = false
[pack]
	threads = 1
[gc]
	auto = 0
[maintenance]
	auto = false
{extensions}`;

/** With fewer cores, the up to 20 threads by which git compares files keep the editor from the processor for 100 ms. */
const minPreloadingCores = 5;

/** Prevents any conversion of bytes, whatever a `.gitattributes` says: `info/attributes` has the highest precedence. */
const attributes = '* !text !eol !crlf !ident !filter !working-tree-encoding\n';

/** A blob of an index. */
export interface Blob {
  readonly mode: 'file' | 'executable' | 'link';
  readonly id: string;
}

/** Settings to copy from the user's git configuration: file system properties and hash algorithm. */
export interface RepositoryFacts {
  readonly sha256: boolean;
  /** Lines of section `core`, such as `ignorecase = true`. */
  readonly fileSystem: readonly string[];
}

/** The working tree of a git run. */
export interface TreeView {
  /** Absolute paths: of the working tree, of the scanned folder in it, and of the private index. */
  readonly top: string;
  readonly root: string;
  readonly index: string;
}

export class PrivateRepository {
  readonly folder: string;
  readonly program: GitProgram;
  /** Hash algorithm of ids. */
  readonly algorithm: 'sha1' | 'sha256';
  readonly #reader: ObjectReader;

  private constructor(folder: string, program: GitProgram, algorithm: 'sha1' | 'sha256') {
    this.folder = folder;
    this.program = program;
    this.algorithm = algorithm;
    const reading = { args: ['cat-file', '--batch'], cwd: folder, env: { GIT_DIR: folder } };
    this.#reader = new ObjectReader(() => program.start(reading));
  }

  /** Opens or creates the repository in a private folder. @throws GitUnusable */
  static async open(folder: string, facts: RepositoryFacts, program: GitProgram): Promise<PrivateRepository> {
    const folderOptions = { mode: 0o700, recursive: true } as const;
    for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'info'])
      await mkdir(path.join(folder, name), folderOptions);
    const existingConfig = await readFile(path.join(folder, 'config'), 'utf8').catch(() => undefined);
    // An existing store keeps its hash algorithm.
    const isSha256 = existingConfig === undefined ? facts.sha256 : existingConfig.includes('objectFormat');
    const newConfig = configTemplate
      .replace('{version}', isSha256 ? '1' : '0')
      .replace('{preload}', String(availableParallelism() >= minPreloadingCores))
      .replace('{worktree}', facts.fileSystem.map((line) => `\t${line}\n`).join(''))
      .replace('{extensions}', isSha256 ? '[extensions]\n\tobjectFormat = sha256\n' : '');
    const files = { config: newConfig, HEAD: 'ref: refs/heads/none\n', 'info/attributes': attributes };
    for (const [name, readBlob] of Object.entries(files)) {
      const file = path.join(folder, name);
      const currentContent = await readFile(file, 'utf8').catch(() => undefined);
      if (currentContent !== readBlob) await writeFile(file, readBlob, { mode: 0o600 });
    }
    const repository = new PrivateRepository(folder, program, isSha256 ? 'sha256' : 'sha1');
    await repository.#check();
    return repository;
  }

  async #check(): Promise<void> {
    await this.run(['rev-parse', '--git-dir']).catch((cause: unknown) => {
      throw new GitUnusable(`git cannot use ${this.folder}. ${cause instanceof Error ? cause.message : ''}`);
    });
  }

  /** Runs git in a working tree, or without one if only objects are needed. @throws GitFailed */
  run(
    args: readonly string[],
    options: { view?: TreeView; input?: Uint8Array | readonly Uint8Array[]; alternate?: string | undefined } = {},
  ): Promise<Buffer> {
    const { view, input, alternate } = options;
    const tree = view === undefined ? {} : { GIT_WORK_TREE: view.top, GIT_INDEX_FILE: view.index };
    return this.program.run({
      args,
      cwd: view?.root ?? this.folder,
      alternate,
      env: { GIT_DIR: this.folder, ...tree },
      ...(input === undefined ? {} : { input }),
    });
  }

  /** Runs git, and returns the records of its output, each of which ends with a zero byte. @throws GitFailed */
  async list(...run: Parameters<PrivateRepository['run']>): Promise<string[]> {
    return splitRecords(await this.run(...run));
  }

  /** Runs a command that answers by its exit code. @param noCode that of a no @throws GitFailed for any other failure */
  async ask(args: readonly string[], noCode: number, view?: TreeView): Promise<boolean> {
    try {
      await this.run(args, view === undefined ? {} : { view });
      return true;
    } catch (cause) {
      if (cause instanceof GitFailed && cause.code === noCode) return false;
      throw cause;
    }
  }

  /**
   * Sizes of objects in bytes, in the order of the ids; undefined for missing ones. @param alternate additional object
   * folder
   */
  async readSizes(ids: readonly string[], alternate?: string): Promise<readonly (number | undefined)[]> {
    if (ids.length === 0) return [];
    const args = ['cat-file', '--batch-check=%(objectsize)', '--buffer'];
    const out = await this.run(args, { input: toLines(ids), alternate });
    return out
      .toString('latin1')
      .trimEnd()
      .split('\n')
      .map((line) => (/^\d+$/.test(line) ? Number(line) : undefined));
  }

  /** Reads a blob. @throws GitFailed if it is gone */
  content(id: string): Promise<Buffer> {
    return this.#reader.read(id);
  }

  /** As `content`, but undefined for a blob that is gone: a crash of the machine may lose some. */
  contentIfStored(id: string): Promise<Buffer | undefined> {
    return this.content(id).catch((cause: unknown) => {
      if (cause instanceof GitFailed) return undefined;
      throw cause;
    });
  }

  /** Stores bytes, and returns their id. */
  async storeBlob(bytes: Uint8Array): Promise<string> {
    const out = await this.run(['hash-object', '-w', '--stdin', '--no-filters', '-t', 'blob'], { input: bytes });
    return out.toString('latin1').trim();
  }

  /** Ends the process that reads blobs. */
  dispose(): void {
    this.#reader.close();
  }

  /** Copies objects into a pack of this repository. @throws GitFailed if one is missing. */
  async pack(ids: readonly string[], alternate?: string): Promise<string | undefined> {
    if (ids.length === 0) return undefined;
    const prefix = path.join(this.folder, 'objects', 'pack', 'pack');
    const args = ['pack-objects', '-q', '--window=0', '--non-empty', prefix];
    const out = await this.run(args, { input: toLines(ids), alternate });
    return `pack-${out.toString('latin1').trim()}`;
  }

  /** Removes all objects except those with these ids. */
  async keepOnly(ids: readonly string[]): Promise<void> {
    const sizes = await this.readSizes(ids);
    const objects = path.join(this.folder, 'objects');
    const newPack = await this.pack(ids.filter((_, index) => sizes[index] !== undefined));
    for (const name of await readdir(path.join(objects, 'pack'))) {
      if (newPack === undefined || !name.startsWith(newPack))
        await rm(path.join(objects, 'pack', name), { force: true });
    }
    for (const name of await readdir(objects)) {
      if (/^[0-9a-f]{2}$/.test(name)) await rm(path.join(objects, name), { recursive: true, force: true });
    }
  }

  /** Total size and number of the files with objects. */
  async measureSize(): Promise<{ readonly bytes: number; readonly files: number }> {
    const objects = path.join(this.folder, 'objects');
    const names = await readdir(objects, { recursive: true, withFileTypes: true });
    let [bytes, files] = [0, 0];
    for (const name of names) {
      if (!name.isFile()) continue;
      bytes += (await stat(path.join(name.parentPath, name.name)).catch(() => undefined))?.size ?? 0;
      files += 1;
    }
    return { bytes, files };
  }
}

function toLines(ids: readonly string[]): Buffer {
  return Buffer.from(`${ids.join('\n')}\n`);
}

export function parseMode(octal: string): Blob['mode'] | undefined {
  return octal === '100644' ? 'file' : octal === '100755' ? 'executable' : octal === '120000' ? 'link' : undefined;
}
