// Runs git on a private repository, unaffected by the user's environment and configuration.

import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { isFulfilled } from '../disk/errorCode.ts';
import { findBlockingFile, type GitReads } from './blockingFile.ts';

/** Thrown if git cannot be used; the message tells the user why. */
export class GitUnusable extends Error {
  override readonly name = 'GitUnusable';
}

/** Thrown if a run of git fails. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  readonly code: number | undefined;

  constructor(command: string, code: number | undefined, errors: string) {
    super(`git ${command} failed (${code ?? 'killed'}): ${errors.trim()}`);
    this.code = code;
  }
}

export interface GitRun extends GitReads {
  readonly args: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array | readonly Uint8Array[];
}

/** The oldest version that allows its configuration to be disabled by the environment. */
const minVersion = [2, 32] as const;
/** Timeout of a run, in milliseconds; a scan of a very large folder on a slow disk takes minutes. */
const runTimeoutMs = 300_000;
const maxErrorChars = 16_384;

/** The git program by its absolute path: a workspace folder may contain another program of this name. */
export class GitProgram {
  readonly #file: string;
  /** Kills each run in progress; processes from `start` are their caller's. */
  readonly #running = new Set<() => void>();

  readonly #slowRunMs: number;

  private constructor(file: string, slowRunMs: number) {
    this.#file = file;
    this.#slowRunMs = slowRunMs;
  }

  /** Finds git on PATH. @param slowRunMs time after which a file is searched that a run waits for @throws GitUnusable if it is missing or too old */
  static async find(slowRunMs = 2000): Promise<GitProgram> {
    const file = await findOnPath(process.platform === 'win32' ? 'git.exe' : 'git');
    if (file === undefined) throw new GitUnusable('git was not found on the path. Install git, and reload the window.');
    const program = new GitProgram(file, slowRunMs);
    const version = (await program.run({ args: ['--version'], cwd: path.dirname(file) })).toString();
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
    if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return program;
    throw new GitUnusable(`${version.trim()} is too old. Install git ${minVersion.join('.')} or newer.`);
  }

  /** Runs git, and returns its output. @throws GitFailed, GitUnusable if git waits for a pipe in the place of a file */
  run({ args, cwd, alternate, env, input }: GitRun): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = this.start({ args, cwd, alternate, ...(env === undefined ? {} : { env }) });
      const parts: Buffer[] = [];
      let errors = '';
      const kill = (): void => void child.kill('SIGKILL');
      const timer = setTimeout(kill, runTimeoutMs);
      const ended = new AbortController();
      let blockingFile: string | undefined;
      const slowTimer = setTimeout(() => {
        const search = findBlockingFile({ cwd, alternate }, ended.signal).catch(() => undefined);
        void search.then((file) => {
          blockingFile = file;
          if (file !== undefined) kill();
        });
      }, this.#slowRunMs);
      this.#running.add(kill);
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        clearTimeout(slowTimer);
        ended.abort();
        this.#running.delete(kill);
        then();
      };
      child.stdout.on('data', (part: Buffer) => parts.push(part));
      child.stderr.on('data', (part: Buffer) => {
        if (errors.length < maxErrorChars) errors += part.toString();
      });
      child.on('error', (cause) => settle(() => reject(cause)));
      child.on('close', (code) => {
        settle(() => {
          if (code === 0) resolve(Buffer.concat(parts));
          else if (blockingFile !== undefined)
            reject(new GitUnusable(`git would wait for ${blockingFile}, which is no file. Remove it.`));
          else reject(new GitFailed(findCommand(args), code ?? undefined, errors));
        });
      });
      // Ignores the error of a git that ends before it has read everything: its exit code decides.
      child.stdin.on('error', () => undefined);
      for (const part of input === undefined ? [] : input instanceof Uint8Array ? [input] : input)
        child.stdin.write(part);
      child.stdin.end();
    });
  }

  /** Starts git for an interactive exchange. @throws GitUnusable if there are too many open files */
  start({ args, cwd, alternate, env }: Omit<GitRun, 'input'>): ChildProcessWithoutNullStreams {
    // Quoted, since a path may contain the separator of the list.
    const objects = alternate === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(alternate) };
    const child = spawn(this.#file, args, { cwd, env: createEnvironment({ ...objects, ...env }), windowsHide: true });
    // On EMFILE, spawn returns a child without streams, contrary to its type. Other failures emit `error`.
    if ('stdout' in child) return child;
    (child as ChildProcess).on('error', () => undefined);
    throw new GitUnusable('git could not be started. There may be too many open files or processes.');
  }

  /** Kills all runs in progress. */
  dispose(): void {
    for (const kill of this.#running) kill();
  }
}

/** The command, after options such as `-c name=value`. */
function findCommand(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
}

/** The user's environment without git's own variables and files. */
function createEnvironment(extra: GitRun['env'] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS$|LC_|LANG)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    // An object that a partial clone lacks is not fetched.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
    ...extra,
  };
}

async function findOnPath(name: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    const file = path.join(folder, name);
    const isFile = (await stat(file).catch(() => undefined))?.isFile() === true;
    if (isFile && (await isFulfilled(access(file, constants.X_OK)))) return file;
  }
  return undefined;
}
