// Runs git on a private repository, unaffected by the user's environment and configuration.

import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import path from 'node:path';
import { findGit } from '../../git/userGit.ts';
import { findBlockingFile, type GitReads } from './blockingFile.ts';

/** Thrown if git cannot be used at all; the message tells the user why and what to do. */
export class GitUnusable extends Error {
  override readonly name = 'GitUnusable';
}

/** Thrown if a run of git fails, or an object is missing. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  /** Git's exit code; undefined if it was killed, or is still running. */
  readonly code: number | undefined;

  /** @param details git's stderr, or the id of the object */
  constructor(command: string, code: number | undefined, details: string) {
    super(`git ${command} failed (${code ?? 'killed'}): ${details.trim()}`);
    this.code = code;
  }
}

/** A run of git. */
export interface GitRun extends GitReads {
  readonly args: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty if omitted. */
  readonly input?: Uint8Array | readonly Uint8Array[];
}

/** The oldest version in which GIT_CONFIG_GLOBAL and GIT_CONFIG_SYSTEM replace the configuration files. */
const minVersion = [2, 32] as const;
/** Timeout of a run, in milliseconds; a scan of a very large folder on a slow disk takes minutes. */
const runTimeoutMs = 300_000;
/** Number of UTF-16 units of git's stderr after which the rest is dropped. */
const maxErrorChars = 16_384;
/** An empty file for git on every system: on Windows, git maps this name itself, but fails on Node's `devNull`. */
export const emptyFile = '/dev/null';

/** The git program by its absolute path, since a workspace folder may contain a hostile program named git. */
export class GitProgram {
  readonly #file: string;
  /** Functions that kill the processes of `run`. Those of `start` belong to its callers. */
  readonly #kills = new Set<() => void>();
  readonly #slowRunMs: number;

  private constructor(file: string, slowRunMs: number) {
    this.#file = file;
    this.#slowRunMs = slowRunMs;
  }

  /**
   * Finds git on PATH.
   * @param slowRunMs milliseconds after which a run is suspected to block on a pipe or device
   * @throws GitUnusable if it is missing or too old
   */
  static async find(slowRunMs = 2000): Promise<GitProgram> {
    const file = await findGit();
    if (file === undefined) throw new GitUnusable('git was not found on the path. Install git, and reload the window.');
    const program = new GitProgram(file, slowRunMs);
    const version = (await program.run({ args: ['--version'], cwd: path.dirname(file) })).toString();
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
    if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return program;
    throw new GitUnusable(`${version.trim()} is too old. Install git ${minVersion.join('.')} or newer.`);
  }

  /** Runs git; returns its stdout. @throws GitFailed; GitUnusable if it blocks on a pipe or device; system errors */
  run({ args, cwd, alternate, env, input }: GitRun): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = this.start({ args, cwd, alternate, ...(env === undefined ? {} : { env }) });
      const parts: Buffer[] = [];
      let stderr = '';
      let blockingFile: string | undefined;
      const kill = (): void => killAndClose(child);
      const timer = setTimeout(kill, runTimeoutMs);
      const stopWatchdog = startBlockingWatchdog({ cwd, alternate }, this.#slowRunMs, (file) => {
        blockingFile = file;
        kill();
      });
      this.#kills.add(kill);
      const stopTimers = (): void => {
        clearTimeout(timer);
        stopWatchdog();
        this.#kills.delete(kill);
      };
      child.stdout.on('data', (part: Buffer) => parts.push(part));
      child.stderr.on('data', (part: Buffer) => {
        if (stderr.length < maxErrorChars) stderr += part.toString();
      });
      child.on('error', (cause) => {
        stopTimers();
        reject(cause);
      });
      child.on('close', (code) => {
        stopTimers();
        if (code === 0) resolve(Buffer.concat(parts));
        else if (blockingFile !== undefined)
          reject(new GitUnusable(`git would wait for ${blockingFile}, which is not a regular file. Remove it.`));
        else reject(new GitFailed(findCommand(args), code ?? undefined, stderr));
      });
      writeInput(child, input);
    });
  }

  /** Starts git with open pipes. The caller ends the process. @throws GitUnusable if there are too many open files */
  start({ args, cwd, alternate, env }: Omit<GitRun, 'input'>): ChildProcessWithoutNullStreams {
    // Quoted, since a path may contain the separator of the list.
    const objects = alternate === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(alternate) };
    const child = spawn(this.#file, args, { cwd, env: createEnvironment({ ...objects, ...env }), windowsHide: true });
    // On EMFILE, spawn returns a child without streams, contrary to its type. Other failures emit `error`.
    if ('stdout' in child) return child;
    (child as ChildProcess).on('error', () => undefined);
    throw new GitUnusable('git could not be started. There may be too many open files or processes.');
  }

  /** Kills all processes of `run`. */
  dispose(): void {
    for (const kill of this.#kills) kill();
  }
}

/** Writes the standard input. Ignores EPIPE: git may exit before it has read all of it; the exit code decides. */
function writeInput({ stdin }: ChildProcessWithoutNullStreams, input: GitRun['input'] = []): void {
  stdin.on('error', () => undefined);
  for (const part of input instanceof Uint8Array ? [input] : input) stdin.write(part);
  stdin.end();
}

/**
 * Kills a process. Closes its output: while processes that git has started keep the output open, `close` would wait for
 * them.
 */
function killAndClose(child: ChildProcessWithoutNullStreams): void {
  child.kill('SIGKILL');
  child.stdout.destroy();
  child.stderr.destroy();
}

/** Calls `onBlocked` with the file on which a slow run blocks, if any. Returns a function that ends the watchdog. */
function startBlockingWatchdog(reads: GitReads, slowRunMs: number, onBlocked: (file: string) => void): () => void {
  const stopped = new AbortController();
  const timer = setTimeout(() => {
    const search = findBlockingFile(reads, stopped.signal).catch(() => undefined);
    void search.then((file) => (file === undefined ? undefined : onBlocked(file)));
  }, slowRunMs);
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

/** The name of git's command, such as `ls-files`, in arguments that may begin with options such as `-c name=value`. */
function findCommand(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
}

/** The user's environment without git's own variables and files. */
function createEnvironment(extra: GitRun['env'] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS$|LC_|LANG)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: emptyFile,
    GIT_CONFIG_SYSTEM: emptyFile,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Never fetches objects that a partial clone lacks.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
    ...extra,
  };
}
