import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { ToolError } from '../../core/wording/errors.ts';
import { openOutputFile, type OutputFile, type TakeBytes } from './output/outputFile.ts';
import type { OutputReader } from './output/outputReader.ts';

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
  /** Asked once when nothing comes for a while: whether the run waits for what will never come. */
  readonly isStuck?: (() => Promise<boolean>) | undefined;
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

/** Thrown when a run was ended since it would have waited forever. */
export class StuckRun extends Error {}

const maxErrors = 16_384;
/** Milliseconds without any output after which a run is looked into, and after which it is ended. */
const silence = { suspicious: 1500, longest: 120_000 };

/**
 * Runs ripgrep and hands on its output while it comes. The process is gone when the promise settles.
 *
 * @throws the signal's reason when it is aborted; `StuckRun`; `ToolError` `IO_ERROR` when the program cannot be run, or
 *   says nothing for two minutes
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
    let failure: unknown;
    const stop = (why: RgOutcome['ended'], cause?: unknown): void => {
      if (ended === 'itself') [ended, failure] = [why, cause];
      child.kill('SIGKILL');
    };
    const onAbort = (): void => stop('enough');
    const limits = [timeLimit(run, () => stop('late')), silenceLimit(run, (cause) => stop('enough', cause))];
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (then: () => void): void => {
      for (const limit of limits) limit.clear();
      signal?.removeEventListener('abort', onAbort);
      then();
    };
    const take: TakeBytes = async (bytes) => {
      for (const limit of limits) limit.hears();
      if (ended === 'itself' && !(await output.take(bytes))) stop('enough');
      return ended === 'itself';
    };
    const closed = new Promise((done) => child.once('error', done).once('close', done));
    const handedOn = file === undefined ? handOn(child, take) : file.follow(take, closed);
    // What cannot be read back counts for nothing, so nothing more need be found.
    handedOn.catch((cause: unknown) => stop('enough', cause));
    const errors = errorsOf(child);
    child.on('error', () =>
      settle(() =>
        reject(new ToolError('IO_ERROR', 'Starting the search failed. Tell the user that ripgrep cannot run.')),
      ),
    );
    const finish = async (code: number | null): Promise<void> => {
      if (ended === 'itself') await output.finish();
      if (signal?.aborted === true) reject(signal.reason);
      else if (failure !== undefined) reject(failure);
      else resolve({ ended, code: code ?? 2, errors: errors() });
    };
    child.on('close', (code) => settle(() => void handedOn.then(() => finish(code)).catch(reject)));
    // It may end before it has read its input; what that means its exit code says.
    child.stdin?.on('error', () => undefined).end(run.input ?? '');
  });
}

/** Reads no further while what came is not taken, so that no more of it is in memory. */
async function handOn({ stdout }: ChildProcess, take: TakeBytes): Promise<void> {
  if (stdout === null) return;
  for await (const bytes of stdout) if (!(await take(bytes))) return;
}

/** Something that happens when a process does not speak for long enough. */
interface Limit {
  hears(): void;
  clear(): void;
}

function timeLimit({ allowance, patience }: RgRun, onLate: () => void): Limit {
  let timer = allowance === undefined ? undefined : setTimeout(onLate, allowance + (patience ?? 0));
  let isFirst = true;
  return {
    hears: () => {
      if (patience === undefined || timer === undefined || !isFirst) return;
      isFirst = false;
      clearTimeout(timer);
      timer = setTimeout(onLate, allowance);
    },
    clear: () => clearTimeout(timer),
  };
}

function silenceLimit({ isStuck }: RgRun, onSilence: (cause: unknown) => void): Limit {
  let last = performance.now();
  let isAsked = false;
  const look = (): void => {
    const silent = performance.now() - last;
    if (silent > silence.longest) {
      const what = `The search produced nothing for ${silence.longest / 1000} seconds and was stopped.`;
      onSilence(new ToolError('IO_ERROR', `${what} Search a smaller folder by path, or fewer files by a glob.`));
    } else if (silent > silence.suspicious && !isAsked && isStuck !== undefined) {
      isAsked = true;
      void isStuck().then((stuck) => (stuck ? onSilence(new StuckRun()) : undefined), onSilence);
    }
  };
  const timer = setInterval(look, 500);
  return { hears: () => (last = performance.now()), clear: () => clearInterval(timer) };
}

/** The beginning of what a process writes to its standard error. */
function errorsOf(child: ChildProcess): () => string {
  let errors = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    if (errors.length < maxErrors) errors += bytes.toString('utf8');
  });
  return () => errors;
}
