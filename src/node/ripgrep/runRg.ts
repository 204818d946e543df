// Runs ripgrep as a process, streams its output, kills it if it hangs or takes too long, and interprets its errors.

import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { ToolError } from '../../core/wording/errors.ts';
import { openOutputFile, type OutputFile, type TakeBytes } from './output/outputFile.ts';
import type { OutputReader } from './output/outputReader.ts';
import type { TextQuery } from '../../core/search/textSearch.ts';

/** One run of ripgrep, started without a shell: each argument arrives unchanged. */
export interface RgRun {
  /** Path of the program. */
  readonly rg: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Standard input; empty if omitted. */
  readonly input?: string;
  readonly output: OutputReader;
  /** Whether stdout goes through a temporary file, if possible: faster than a pipe for very many small writes. */
  readonly usesFile?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called once after a while without output; returns whether ripgrep will hang forever. The run is then killed. */
  readonly isStuck?: (() => Promise<boolean>) | undefined;
  /** Timeout of the run, in milliseconds; the outcome is then `late`. */
  readonly timeLimitMs?: number | undefined;
  /** Milliseconds to wait for the first output; `timeLimitMs` then counts from that. */
  readonly maxStartupMs?: number;
}

/** How a run ended. */
export interface RgOutcome {
  /** `itself`: it exited. `enough`: killed, since the reader needs no more. `late`: killed by the timeout. */
  readonly ended: 'itself' | 'enough' | 'late';
  /** Exit code. 0: matches; 1: none; 2: errors, perhaps with results, or it was killed. */
  readonly code: number;
  /** The beginning of its standard error. */
  readonly errors: string;
  /** Number of files and folders that it reported as unreadable, on all of its standard error. */
  readonly unreadableCount: number;
}

/** Thrown if a run was killed because it would have hung forever. */
export class StuckRun extends Error {}

const maxErrorChars = 16_384;
const maxReasonChars = 300;
/** Milliseconds without output until `isStuck` is called (`suspicious`), and until the run is killed (`longest`). */
const silenceMs = { suspicious: 1500, longest: 120_000 };
/** Milliseconds between two checks of the silence. */
const checkIntervalMs = 500;

/**
 * Runs ripgrep and streams its output to a reader. The process has exited when the promise settles.
 *
 * @throws the signal's reason once it is aborted; `StuckRun`; `ToolError` `IO_ERROR` if the program cannot be run, or
 *   writes nothing for two minutes
 */
export async function runRg(run: RgRun): Promise<RgOutcome> {
  const file = run.usesFile === true ? await openOutputFile().catch(() => undefined) : undefined;
  if (run.signal?.aborted === true) await file?.remove();
  run.signal?.throwIfAborted();
  return runChild(file, run);
}

async function runChild(file: OutputFile | undefined, run: RgRun): Promise<RgOutcome> {
  const { signal, output } = run;
  const stdio: StdioOptions = ['pipe', file?.fd ?? 'pipe', 'pipe'];
  const child = spawn(run.rg, run.args, { cwd: run.cwd, windowsHide: true, stdio });
  const end: RunEnd = { kind: 'itself', failure: undefined };
  // The first reason counts.
  const stop = (kind: RgOutcome['ended'], failure?: unknown): void => {
    if (end.kind === 'itself') Object.assign(end, { kind, failure });
    child.kill('SIGKILL');
  };
  const watchdog = createWatchdog(run, stop);
  const take: TakeBytes = async (bytes) => {
    watchdog.onOutput();
    if (end.kind === 'itself' && !(await output.take(bytes))) stop('enough');
    return end.kind === 'itself';
  };
  const closed = waitUntilClosed(child);
  // Failure to start ends the file's output as well; `closed` reports it below.
  const settled = closed.catch(() => undefined);
  const outputTaken = file === undefined ? takeOutput(child, take) : file.follow(take, settled);
  outputTaken.catch((cause: unknown) => stop('enough', cause));
  const errors = collectErrors(child);
  // EPIPE: ripgrep may exit before it has read its input; the exit code gives the reason.
  child.stdin?.on('error', () => undefined).end(run.input ?? '');
  const code = await closed.finally(() => watchdog.clear());
  await outputTaken;
  if (end.kind === 'itself') await output.finish();
  signal?.throwIfAborted();
  if (end.failure !== undefined) throw end.failure;
  return { ended: end.kind, code: code ?? 2, ...errors() };
}

/** How a run ends, as known so far. */
interface RunEnd {
  kind: RgOutcome['ended'];
  /** The error with which a stopped run must fail; undefined if it need not fail. */
  failure: unknown;
}

/** Resolves to the exit code once the process has exited and its output is complete; null if it was killed. */
function waitUntilClosed(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.on('error', () =>
      reject(new ToolError('IO_ERROR', 'Starting the search failed. Tell the user that ripgrep cannot run.')),
    );
  });
}

/** Awaits each part before it reads the next (back-pressure), so that output does not accumulate in memory. */
async function takeOutput({ stdout }: ChildProcess, take: TakeBytes): Promise<void> {
  if (stdout === null) return;
  for await (const bytes of stdout) if (!(await take(bytes))) return;
}

/** Stops a run under some condition. */
interface Watchdog {
  /** Must be called for each output of the run. */
  onOutput(): void;
  /** Must be called when the run has ended. */
  clear(): void;
}

/** Stops a run that is aborted, takes too long, or writes nothing. */
function createWatchdog(run: RgRun, stop: (kind: RgOutcome['ended'], failure?: unknown) => void): Watchdog {
  const timeLimit = createTimeLimit(run, () => stop('late'));
  const silenceLimit = createSilenceLimit(run, (cause) => stop('enough', cause));
  const onAbort = (): void => stop('enough');
  run.signal?.addEventListener('abort', onAbort, { once: true });
  return {
    onOutput() {
      timeLimit.onOutput();
      silenceLimit.onOutput();
    },
    clear() {
      timeLimit.clear();
      silenceLimit.clear();
      run.signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Kills a run after `timeLimitMs`; with `maxStartupMs`, counted from its first output. */
function createTimeLimit({ timeLimitMs, maxStartupMs }: RgRun, onLate: () => void): Watchdog {
  let timer = timeLimitMs === undefined ? undefined : setTimeout(onLate, timeLimitMs + (maxStartupMs ?? 0));
  let hasOutput = false;
  return {
    onOutput: () => {
      if (maxStartupMs === undefined || timer === undefined || hasOutput) return;
      hasOutput = true;
      clearTimeout(timer);
      timer = setTimeout(onLate, timeLimitMs);
    },
    clear: () => clearTimeout(timer),
  };
}

/** Kills a run that writes nothing: after two minutes, or earlier if `isStuck` says that it will hang forever. */
function createSilenceLimit({ isStuck }: RgRun, onSilence: (cause: unknown) => void): Watchdog {
  let lastOutput = performance.now();
  let hasAsked = false;
  const check = (): void => {
    const silentMs = performance.now() - lastOutput;
    if (silentMs > silenceMs.longest) {
      const what = `The search produced nothing for ${silenceMs.longest / 1000} seconds and was stopped.`;
      onSilence(new ToolError('IO_ERROR', `${what} Search a smaller folder by path, or fewer files by a glob.`));
    } else if (silentMs > silenceMs.suspicious && !hasAsked && isStuck !== undefined) {
      hasAsked = true;
      void isStuck().then((stuck) => (stuck ? onSilence(new StuckRun()) : undefined), onSilence);
    }
  };
  const timer = setInterval(check, checkIntervalMs);
  return { onOutput: () => (lastOutput = performance.now()), clear: () => clearInterval(timer) };
}

/** Collects the beginning of standard error, and counts all of its lines about files and folders. */
function collectErrors(child: ChildProcess): () => Pick<RgOutcome, 'errors' | 'unreadableCount'> {
  let errors = '';
  let unreadableCount = 0;
  let lastLine = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < maxErrorChars) errors += text;
    const lines = (lastLine + text).split('\n');
    lastLine = lines.pop()?.slice(-maxErrorChars) ?? '';
    unreadableCount += lines.filter(isUnreadable).length;
  });
  return () => ({ errors, unreadableCount: unreadableCount + (isUnreadable(lastLine) ? 1 : 0) });
}

/** Matches lines of ripgrep's standard error about one file or folder; the search of others went on. */
const singleFileError = /^rg: \.[\\/]|^rg: <stdin>|\(os error \d+\)$/;
/** Matches those of these lines that are about a file deleted after it was listed, such as a temporary file. */
const vanishedError = process.platform === 'win32' ? /\(os error [23]\)$/ : /\(os error 2\)$/;

function isUnreadable(line: string): boolean {
  return singleFileError.test(line) && !vanishedError.test(line);
}

/**
 * The number of files and folders that a run could not read; 0 for a run that was killed. They are not named, since the
 * caller may not be allowed to know the names.
 *
 * @throws `ToolError` `VALIDATION_ERROR` with ripgrep's reason for an invalid regular expression, else `IO_ERROR`
 */
export function countUnreadable({ ended, code, errors, unreadableCount }: RgOutcome, query?: TextQuery): number {
  if (ended !== 'itself' || code < 2) return 0;
  const first = errors.split('\n').find((line) => line !== '');
  if (first !== undefined && singleFileError.test(first)) return unreadableCount;
  if (query?.isRegex === true && first !== undefined) {
    const what = `The regular expression is invalid: ${extractReason(errors)}.`;
    throw new ToolError('VALIDATION_ERROR', `${what} Correct it, or send isRegex: false to look for the text itself.`);
  }
  throw new ToolError('IO_ERROR', 'The search failed to run. Try once more, and tell the user if it fails again.');
}

/**
 * Fails if a run failed as a whole; files that it could not read do not matter.
 *
 * @throws as `countUnreadable` does
 */
export function requireRun(outcome: RgOutcome, query?: TextQuery): void {
  countUnreadable(outcome, query);
}

/** The error of ripgrep's own engine; PCRE2's if ripgrep's does not support the expression, so that PCRE2 ran it. */
function extractReason(errors: string): string {
  const ripgrepError = /^error: (.+)$/m.exec(errors)?.[1];
  const pcreError = /^PCRE2: (.+)$/m.exec(errors)?.[1];
  const isForPcre = /not supported/.test(ripgrepError ?? '');
  const reason = isForPcre ? (pcreError ?? ripgrepError) : (ripgrepError ?? pcreError);
  return (reason ?? errors.replace(/^rg: /, '').split('\n', 1)[0] ?? '').replace(/\.$/, '').slice(0, maxReasonChars);
}
