// Content-addressed store of Watch: a private git repository whose blobs are the bytes of files exactly as on disk.

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitFailed, GitUnusable, type GitProgram } from './gitProgram.ts';
import { splitRecords } from './gitRecords.ts';
import { ObjectReader } from './objectReader.ts';
import { attributes, createConfig, type RepositoryFacts } from './privateConfig.ts';

/**
 * Retries for 3 seconds on Windows, while a new reader or another program has a file open. `recursive` is needed for the
 * retries, also where a file is removed.
 */
const removeOptions = { force: true, recursive: true, maxRetries: 5, retryDelay: 200 } as const;

/** A file in an index: the id of the blob with its bytes, and its kind. */
export interface IndexedFile {
  readonly mode: 'file' | 'executable' | 'link';
  readonly id: string;
}

/** The working tree and the index of a git run, by absolute paths. */
export interface WorkTreeView {
  readonly top: string;
  /** The scanned folder in it, in which git runs: it prints paths from there. */
  readonly root: string;
  readonly index: string;
}

/** A private git repository, used with an index and working tree per run. */
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
    const readerRun = { args: ['cat-file', '--batch'], cwd: folder, env: { GIT_DIR: folder } };
    this.#reader = new ObjectReader(() => program.start(readerRun));
  }

  /** Opens or creates the repository in a private folder. @throws GitUnusable */
  static async open(folder: string, facts: RepositoryFacts, program: GitProgram): Promise<PrivateRepository> {
    const folderOptions = { mode: 0o700, recursive: true } as const;
    for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'info'])
      await mkdir(path.join(folder, name), folderOptions);
    const existingConfig = await readFile(path.join(folder, 'config'), 'utf8').catch(() => undefined);
    // An existing store keeps its hash algorithm.
    const isSha256 = existingConfig === undefined ? facts.isSha256 : existingConfig.includes('objectFormat');
    const files = {
      config: createConfig(facts.fileSystemLines, isSha256),
      // A branch that is never created.
      HEAD: 'ref: refs/heads/none\n',
      'info/attributes': attributes,
    };
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      const currentContent = await readFile(file, 'utf8').catch(() => undefined);
      if (currentContent !== content) await writeFile(file, content, { mode: 0o600 });
    }
    const repository = new PrivateRepository(folder, program, isSha256 ? 'sha256' : 'sha1');
    await repository.#requireUsable();
    return repository;
  }

  async #requireUsable(): Promise<void> {
    await this.run(['rev-parse', '--git-dir']).catch((cause: unknown) => {
      throw new GitUnusable(`git cannot use ${this.folder}. ${cause instanceof Error ? cause.message : ''}`);
    });
  }

  /**
   * Runs git and returns its stdout.
   * @param options.view without it, git has no working tree, only objects
   * @param options.alternate object folder to read from in addition
   * @throws as `GitProgram.run`
   */
  run(
    args: readonly string[],
    options: { view?: WorkTreeView; input?: Uint8Array | readonly Uint8Array[]; alternate?: string | undefined } = {},
  ): Promise<Buffer> {
    const { view, input, alternate } = options;
    const viewVariables = view === undefined ? {} : { GIT_WORK_TREE: view.top, GIT_INDEX_FILE: view.index };
    return this.program.run({
      args,
      cwd: view?.root ?? this.folder,
      alternate,
      env: { GIT_DIR: this.folder, ...viewVariables },
      ...(input === undefined ? {} : { input }),
    });
  }

  /** Runs git like `run`, and splits the output into its NUL-terminated records. */
  async list(...run: Parameters<PrivateRepository['run']>): Promise<string[]> {
    return splitRecords(await this.run(...run));
  }

  /**
   * Runs a command whose exit code is a boolean, 0 for true.
   * @param falseCode exit code for false
   * @throws GitFailed for any other exit code
   */
  async runBoolean(args: readonly string[], falseCode: number, view?: WorkTreeView): Promise<boolean> {
    try {
      await this.run(args, view === undefined ? {} : { view });
      return true;
    } catch (cause) {
      if (cause instanceof GitFailed && cause.code === falseCode) return false;
      throw cause;
    }
  }

  /** Sizes of objects in bytes, in the order of the ids; undefined for missing ones. @param alternate as in `run` */
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

  /** Reads a blob. @throws GitFailed if it is missing */
  content(id: string): Promise<Buffer> {
    return this.#reader.read(id);
  }

  /** Reads a blob like `content`; undefined if it is missing, e.g. lost in a crash of the machine. */
  contentIfStored(id: string): Promise<Buffer | undefined> {
    return this.content(id).catch((cause: unknown) => {
      if (cause instanceof GitFailed) return undefined;
      throw cause;
    });
  }

  /** Stores bytes as they are, and returns their id. */
  async storeBlob(bytes: Uint8Array): Promise<string> {
    const out = await this.run(['hash-object', '-w', '--stdin', '--no-filters', '-t', 'blob'], { input: bytes });
    return out.toString('latin1').trim();
  }

  /** Ends the process that reads blobs, once it has answered. */
  dispose(): void {
    void this.#reader.close();
  }

  /** Copies objects into a new pack; returns its base name, if any. @throws GitFailed if an object is missing */
  async pack(ids: readonly string[], alternate?: string): Promise<string | undefined> {
    if (ids.length === 0) return undefined;
    const prefix = path.join(this.folder, 'objects', 'pack', 'pack');
    const args = ['pack-objects', '-q', '--window=0', '--non-empty', prefix];
    const out = await this.run(args, { input: toLines(ids), alternate });
    return `pack-${out.toString('latin1').trim()}`;
  }

  /** Garbage collection: removes all objects except those with these ids. Ids of missing objects are ignored. */
  async keepOnly(ids: readonly string[]): Promise<void> {
    const sizes = await this.readSizes(ids);
    const objects = path.join(this.folder, 'objects');
    const newPack = await this.pack(ids.filter((_, index) => sizes[index] !== undefined));
    // Windows deletes no pack that a process has open.
    await this.#reader.close();
    for (const name of await readdir(path.join(objects, 'pack'))) {
      const isNew = newPack !== undefined && name.startsWith(newPack);
      if (!isNew) await rm(path.join(objects, 'pack', name), removeOptions);
    }
    // Loose objects, and the folders of contents that a killed git was storing.
    for (const name of await readdir(objects))
      if (name !== 'pack' && name !== 'info') await rm(path.join(objects, name), removeOptions);
  }

  /** Total size in bytes, and number, of the packs and loose objects on disk. */
  async measureSize(): Promise<{ readonly bytes: number; readonly files: number }> {
    const objects = path.join(this.folder, 'objects');
    const entries = await readdir(objects, { recursive: true, withFileTypes: true });
    let bytes = 0;
    let files = 0;
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
      files += 1;
    }
    return { bytes, files };
  }
}

function toLines(ids: readonly string[]): Buffer {
  return Buffer.from(`${ids.join('\n')}\n`);
}
