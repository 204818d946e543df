import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { ToolError } from '../core/errors.ts';
import { openOutputFile, type OutputFile } from './outputFile.ts';
import type { OutputReader } from './outputReader.ts';

/** One run of ripgrep. No shell is involved: each argument reaches it as it is. */
export interface RgRun {
  /** Path of the program. */
  readonly rg: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Given to its standard input; without it the input is empty. */
  readonly input?: string;
  /** Takes its output. */
  readonly output: OutputReader;
  /** Whether its output goes through a file, where one can be made, since it comes in very many small parts. */
  readonly throughFile?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Ended after this many milliseconds; the outcome is then `late`. */
  readonly allowance?: number;
  /** With it, `allowance` counts from the first output on, for which so many more milliseconds are waited. */
  readonly patience?: number;
}

/** How a run ended: by itself (`code` 0: matches, 1: none, 2: errors, perhaps besides results), or ended by us. */
export interface RgOutcome {
  readonly ended: 'itself' | 'enough' | 'late';
  readonly code: number;
  /** The beginning of its standard error. */
  readonly errors: string;
}

const maxErrors = 16_384;

/**
 * Runs ripgrep and hands on its output while it comes. The process is gone when the promise settles.
 *
 * @throws the signal's reason when it is aborted; `ToolError` `IO_ERROR` when the program cannot be run
 */
export async function runRg(run: RgRun): Promise<RgOutcome> {
  const file = run.throughFile === true ? await openOutputFile().catch(() => undefined) : undefined;
  if (run.signal?.aborted === true) await file?.remove();
  run.signal?.throwIfAborted();
  return runInto(file, run);
}

function runInto(file: OutputFile | undefined, run: RgRun): Promise<RgOutcome> {
  const { signal, output } = run;
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['pipe', file?.fd ?? 'pipe', 'pipe'];
    const child = spawn(run.rg, run.args, { cwd: run.cwd, windowsHide: true, stdio });
    let ended: RgOutcome['ended'] = 'itself';
    const stop = (why: RgOutcome['ended']): void => {
      if (ended === 'itself') ended = why;
      child.kill('SIGKILL');
    };
    const onAbort = (): void => stop('enough');
    const limit = timeLimit(run, () => stop('late'));
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (then: () => void): void => {
      limit.clear();
      signal?.removeEventListener('abort', onAbort);
      then();
    };
    const take = (bytes: Buffer): boolean => {
      if (ended === 'itself' && !output.take(bytes)) stop('enough');
      return ended === 'itself';
    };
    child.stdout?.once('data', limit.begun).on('data', take);
    const closed = new Promise((done) => child.once('error', done).once('close', done));
    const handedOn = Promise.resolve(file?.follow(take, closed));
    // What cannot be read back counts for nothing, so nothing more need be found.
    handedOn.catch(() => stop('enough'));
    const errors = errorsOf(child);
    child.on('error', () =>
      settle(() =>
        reject(new ToolError('IO_ERROR', 'Starting the search failed. Tell the user that ripgrep cannot run.')),
      ),
    );
    const finish = (code: number | null): void => {
      if (ended === 'itself') output.finish();
      if (signal?.aborted === true) reject(signal.reason);
      else resolve({ ended, code: code ?? 2, errors: errors() });
    };
    child.on('close', (code) => settle(() => void handedOn.then(() => finish(code), reject)));
    // It may end before it has read its input; what that means its exit code says.
    child.stdin?.on('error', () => undefined).end(run.input ?? '');
  });
}

function timeLimit({ allowance, patience }: RgRun, onLate: () => void) {
  let timer = allowance === undefined ? undefined : setTimeout(onLate, allowance + (patience ?? 0));
  return {
    begun: () => {
      if (patience === undefined || timer === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(onLate, allowance);
    },
    clear: () => clearTimeout(timer),
  };
}

/** The beginning of what a process writes to its standard error. */
function errorsOf(child: ChildProcess): () => string {
  let errors = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    if (errors.length < maxErrors) errors += bytes.toString('utf8');
  });
  return () => errors;
}
