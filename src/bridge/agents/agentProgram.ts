// Runs agents' command-line programs for `redline doctor` and the test of Hold: reads a program's version, and sends
// requests to Codex's `app-server`, such as for the trust status of its hooks.
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isHookCommand } from '../../core/connect/hookCommand.ts';
import { spawnCommandOf } from '../../core/connect/programFiles.ts';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import { killAfter } from './programs.ts';

/** Timeout for a program's answer, in milliseconds. Long, since some programs load a hundred megabytes first. */
const answerTimeoutMs = 15_000;

/** Runs `program --version` and returns the first `x.y.z` in its output; undefined if there is none. Never rejects. */
export async function readProgramVersion(program: string, limitMs = answerTimeoutMs): Promise<string | undefined> {
  const { command, args, shell } = spawnCommandOf(program, ['--version'], process.platform === 'win32');
  // SIGKILL, since a program may ignore SIGTERM, and `execFile` waits for its end.
  const options = { timeout: limitMs, killSignal: 'SIGKILL', windowsHide: true, shell } as const;
  const output = new Promise<string>((resolve) => {
    execFile(command, args, options, (_, stdout) => resolve(stdout));
  });
  // Rejects if `execFile` throws instead of calling back.
  return /\d+\.\d+\.\d+/.exec(await output.catch(() => ''))?.[0];
}

/**
 * Codex's trust status for a hook. Two statuses are Redline's own:
 * - `missing`: Codex lists no hook of Redline, as in a folder that it does not trust;
 * - `unknown`: Codex does not answer, or reports a status that Redline does not know.
 */
export type HookTrust = 'trusted' | 'untrusted' | 'modified' | 'managed' | 'missing' | 'unknown';

/**
 * The statuses with which Codex skips a hook. The type includes undefined, the status of other agents, so that
 * `includes` accepts it.
 */
export const skippedStatuses: readonly (HookTrust | undefined)[] = ['untrusted', 'modified', 'missing'];

/** Asks Codex for the worst trust status of Redline's hooks in a folder: it silently skips hooks it does not trust. */
export async function readCodexHookTrust(program: string, cwd: string, limitMs = answerTimeoutMs): Promise<HookTrust> {
  return findWorstTrust(await requestFromCodex(program, cwd, 'hooks/list', { cwds: [cwd] }, limitMs));
}

type AppServer = ChildProcessByStdio<Writable, Readable, null>;

/** Id of the request after `initialize`. */
const requestId = 2;

/**
 * Sends one JSON-RPC request to `codex app-server` (the protocol of its IDE extension). Returns the result; undefined
 * after an error, if the program does not start, or if it does not answer within `limitMs`.
 */
export async function requestFromCodex(
  program: string,
  cwd: string,
  method: string,
  params: object,
  limitMs = answerTimeoutMs,
): Promise<unknown> {
  const child = startAppServer(program, cwd);
  if (child === undefined) return undefined;
  killAfter(child, limitMs);
  // A program that cannot be started closes its output, which ends `readResult`.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'redline', version: '1' } } },
    { method: 'initialized' },
    { id: requestId, method, params },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    return await readResult(child);
  } finally {
    // Killing a shell orphans its child process, which exits at the end of its stdin (EOF).
    child.stdin.end();
    child.kill();
  }
}

/** Reads lines until the response to the request; undefined if the program ends before it. */
async function readResult(child: AppServer): Promise<unknown> {
  const lines = createInterface({ input: child.stdout });
  child.once('close', () => lines.close());
  for await (const line of lines) {
    const fields = parseFields(line);
    if (fields?.['id'] === requestId) return fields['result'];
  }
  return undefined;
}

/** Spawns `codex app-server`; undefined if `spawn` throws synchronously instead of emitting `error`. */
function startAppServer(program: string, cwd: string): AppServer | undefined {
  const { command, args, shell } = spawnCommandOf(program, ['app-server'], process.platform === 'win32');
  try {
    return spawn(command, args, { cwd, shell, windowsHide: true, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** All statuses but `missing`, worst first. `unknown` replaces one of a newer Codex. */
const statusesWorstFirst: readonly HookTrust[] = ['modified', 'untrusted', 'unknown', 'trusted', 'managed'];

/** The worst status of Redline's hooks in the result of `hooks/list`; `unknown` if that is undefined. */
function findWorstTrust(result: unknown): HookTrust {
  if (result === undefined) return 'unknown';
  const redlineHooks = collectObjects(result).filter((hook) => isHookCommand(hook['command'], 'codex'));
  if (redlineHooks.length === 0) return 'missing';
  const statuses = redlineHooks.map(
    ({ trustStatus }) => statusesWorstFirst.find((status) => status === trustStatus) ?? 'unknown',
  );
  return statusesWorstFirst.find((status) => statuses.includes(status)) ?? 'unknown';
}

/** Collects all objects nested in a JSON value, outer ones first. */
function collectObjects(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const nestedObjects = Object.values(value).flatMap(collectObjects);
  return Array.isArray(value) ? nestedObjects : [{ ...value }, ...nestedObjects];
}
