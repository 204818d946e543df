// `redline hook`: passes an agent's hook from stdin to a window, and prints the answer.
import { homedir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { HookCall, Output } from '../core/dialects/dialect.ts';
import { hookFacts } from '../core/dialects/hookFacts.ts';
import { hookFormats, type AgentHookFormat } from '../core/dialects/formats/hookFormats.ts';
import type { HookRequest } from '../core/endpoint/handshake.ts';
import { probeSession } from '../core/endpoint/probe.ts';
import { maxLineBytes, type InputLine } from '../core/endpoint/lineSplitter.ts';
import { parseFields, parseJson } from '../core/endpoint/parseJson.ts';
import { createSessionId, dial, reconnectIntervalMs, reconnectTimeoutMs, type DialResult, type Link } from './dial.ts';
import { readGateSettings, readGateState } from './gateSettings.ts';
import { listInputFolders } from './inputFolders.ts';
import { realPath } from './readFiles.ts';
import { getReloadDeadline } from './windows.ts';

/** Milliseconds before the agent's time limit at which the hook answers at the latest. */
const answerMarginMs = 3000;
/** Maximum bytes to keep of the input. Input over `maxLineBytes` is refused, but still parsed for its phase. */
const maxReadBytes = 4 * maxLineBytes;

/**
 * Answers one hook: `redline hook <agent> [--timeout=<seconds>]`, with the agent's time limit for it. The agent's
 * dialect defines exit code and output. Answers without a window if Redline has no opinion on the event.
 */
export async function runHook(
  [agent = '', ...options]: readonly string[],
  { home, input }: { readonly home: string; readonly input: Readable },
): Promise<number> {
  const format = hookFormats.get(agent);
  if (format === undefined) {
    process.stderr.write(`There is no agent "${agent}". The agents are: ${[...hookFormats.keys()].join(', ')}.\n`);
    return 1;
  }
  const { text, isTooLong } = await readInput(input);
  // Windows PowerShell may put a byte order mark before piped text.
  const value = parseJson(text.replace(/^\ufeff/, ''));
  const hook = format.readCall(value);
  if (isTooLong) {
    // After a tool there is no write left to refuse.
    if (hook?.phase === 'postToolUse') return printAnswer(format.answer.abstain());
    process.stderr.write(`${tooLongMessage}\n`);
    return refusedExitCode;
  }
  if (hook === undefined || !needsWindow(hook, format) || isRunByEditor(agent, hook))
    return printAnswer(format.answer.abstain());
  const cwd = realPath(hook.cwd ?? process.cwd());
  const deadline = Date.now() + parseTimeoutMs(agent, options) - answerMarginMs;
  return printAnswer(await askWindow({ agent, input: value, home: homedir() }, hook, format, { home, cwd, deadline }));
}

/** Whether a window is to answer: every event but those around a tool that Redline neither reviews nor observes. */
function needsWindow({ phase, tool }: HookCall, { tools, shells }: AgentHookFormat): boolean {
  return (phase !== 'preToolUse' && phase !== 'postToolUse') || tools.has(tool) || shells.has(tool);
}

/** Whether VS Code runs the hook of Copilot CLI, whose settings it also reads. VS Code has its own, if connected. */
function isRunByEditor(agent: string, { toolUseId }: HookCall): boolean {
  return agent === 'copilot' && toolUseId?.includes('__vscode') === true;
}

/** Selects the windows to ask, and limits the time to find one that answers. */
interface WindowSearch {
  readonly home: string;
  readonly cwd: string;
  /** Deadline of the answer, in milliseconds since 1970. */
  readonly deadline: number;
}

/**
 * Asks the window that has the folder. Each round returns an answer, or waits and dials again: while a window may be
 * reloading, or, after a lost connection, until `redialUntil`. Asking again is safe: nothing is written before a window
 * has answered.
 */
async function askWindow(
  request: HookRequest,
  hook: HookCall,
  format: AgentHookFormat,
  search: WindowSearch,
): Promise<Output> {
  const { home, cwd, deadline } = search;
  const session = createSessionId();
  /** Set once a window was asked and its connection was lost; `redialUntil`: milliseconds since 1970. */
  let lostConnection: { readonly window: Link['window']; readonly redialUntil: number } | undefined;
  for (;;) {
    // Read in each round, since the user may switch the gate off while the hook waits for a window. Once a window was
    // asked, the agent's own folder is dialed even if the gate is off there.
    const isOffIn = readGateState(home);
    const isOff = lostConnection === undefined && isOffIn(cwd);
    const isExcluded = (folder: string): boolean => (folder === cwd ? isOff : isOffIn(folder));
    const dialedFolders: string[] = [];
    const dialed = await dialFirst(listSearchFolders(hook, format, cwd, isExcluded), (folder) => {
      dialedFolders.push(folder);
      const target = { home, cwd: folder, sameFoldersAs: lostConnection?.window, deadline };
      return dial(target, { kind: 'hook', session, lost: [] });
    });
    if ('link' in dialed) {
      const answer = await requestAnswer(dialed.link, request, deadline);
      if (answer === 'too late') return denyOrAbstain(hook, format, tooLateMessage);
      if (answer !== 'lost') return 'refusal' in answer ? denyOrAbstain(hook, format, answer.refusal) : answer;
      lostConnection = { window: dialed.link.window, redialUntil: Math.min(Date.now() + reconnectTimeoutMs, deadline) };
    } else if (lostConnection === undefined) {
      if (dialed.hasNoWindow !== true) return denyOrAbstain(hook, format, dialed.reason);
      if (!mayWindowReturn(hook, dialedFolders, search))
        return isOff ? format.answer.abstain() : answerWithoutWindow(hook, format, home, dialed.reason);
    }
    if (lostConnection !== undefined) {
      const canRedial = Date.now() < lostConnection.redialUntil && !format.shells.has(hook.tool);
      // The user was already asked, so the agent may not decide.
      if (!canRedial) return denyOrAbstain(hook, format, windowLostMessage);
    }
    await delay(reconnectIntervalMs);
  }
}

/** Whether a window of one of the folders may be reloading. A probe tests only the connection, so it never waits. */
function mayWindowReturn(hook: HookCall, folders: readonly string[], { home, deadline }: WindowSearch): boolean {
  if (hook.sessionId === probeSession || Date.now() >= deadline) return false;
  return folders.some((folder) => Date.now() < getReloadDeadline(home, folder));
}

/** Folders whose window may answer: the agent's own folder, then the folders of the files; without excluded folders. */
function* listSearchFolders(
  hook: HookCall,
  format: AgentHookFormat,
  cwd: string,
  isExcluded: (folder: string) => boolean,
): Generator<string> {
  if (!isExcluded(cwd)) yield cwd;
  if (format.shells.has(hook.tool)) return;
  for (const folder of listInputFolders(hook.input, cwd)) if (folder !== cwd && !isExcluded(folder)) yield folder;
}

/** Dials the windows of each folder until one answers, even by a refusal; otherwise, returns the first reason. */
async function dialFirst(
  folders: Iterable<string>,
  dialFor: (folder: string) => Promise<DialResult>,
): Promise<DialResult> {
  let firstResult: DialResult | undefined;
  for (const folder of folders) {
    const dialed = await dialFor(folder);
    if ('link' in dialed || dialed.hasNoWindow !== true) return dialed;
    firstResult ??= dialed;
  }
  return firstResult ?? { reason: '', hasNoWindow: true };
}

/** Denies an edit or a read. Abstains for commands, which are only observed, and where nothing is left to deny. */
function denyOrAbstain(hook: HookCall, format: AgentHookFormat, reason: string): Output {
  return hook.phase === 'preToolUse' && !format.shells.has(hook.tool)
    ? format.answer.deny(hook, reason)
    : format.answer.abstain();
}

/** The answer if no window has the folder open, by the user's setting. */
function answerWithoutWindow(hook: HookCall, format: AgentHookFormat, home: string, reason: string): Output {
  if (readGateSettings(home).whenAway !== 'deny') return format.answer.abstain();
  // The whole path: the launcher is not on the user's PATH.
  const launcher = path.join(home, 'bin', 'redline');
  return denyOrAbstain(hook, format, `${reason} Or the user runs \`${launcher} off\` there to work without Redline.`);
}

/** `lost`: the connection closed, or the answer was invalid. `too late`: none came before the deadline. */
type RelayedAnswer = Output | { readonly refusal: string } | 'lost' | 'too late';

/** Sends a request and waits for its answer; closes the link in any case. */
function requestAnswer(link: Link, request: HookRequest, deadline: number): Promise<RelayedAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: RelayedAnswer): void => {
      clearTimeout(timer);
      link.close();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('too late'), Math.max(0, deadline - Date.now()));
    link.receive({
      onLine: (line) => finish(readAnswer(line) ?? 'lost'),
      onClose: () => finish('lost'),
      readyForMore: () => Promise.resolve(),
    });
    link.send(JSON.stringify(request));
  });
}

function readAnswer(line: InputLine): RelayedAnswer | undefined {
  const fields = 'text' in line ? parseFields(line.text) : undefined;
  if (fields === undefined) return undefined;
  const { stdout, stderr, exitCode, refusal } = fields;
  if (typeof refusal === 'string') return { refusal };
  if (typeof stdout !== 'string' || typeof exitCode !== 'number') return undefined;
  return { stdout, exitCode, ...(typeof stderr === 'string' ? { stderr } : {}) };
}

/** Reads standard input to its end, but keeps at most `maxReadBytes`. */
async function readInput(input: Readable): Promise<{ readonly text: string; readonly isTooLong: boolean }> {
  const pieces: Buffer[] = [];
  let totalBytes = 0;
  for await (const piece of input) {
    const bytes = Buffer.from(piece);
    totalBytes += bytes.length;
    if (totalBytes <= maxReadBytes) pieces.push(bytes);
  }
  return { text: Buffer.concat(pieces).toString('utf8'), isTooLong: totalBytes > maxLineBytes };
}

/** The agent's timeout for its hook, in milliseconds: `--timeout` in seconds, or else the agent's default. */
export function parseTimeoutMs(agent: string, options: readonly string[]): number {
  const [givenSeconds] = options.flatMap((option) => /^--timeout=(\d+)$/.exec(option)?.[1] ?? []).map(Number);
  const seconds = givenSeconds ?? hookFacts.find(({ id }) => id === agent)?.defaultTimeoutSeconds ?? 0;
  return seconds * 1000;
}

/** Prints an answer as the agent expects it, and returns its exit code. */
function printAnswer({ stdout, stderr = '', exitCode }: Output): number {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return exitCode;
}

/** The exit code by which every agent stops its tool and shows it stderr. */
export const refusedExitCode = 2;

const tooLongMessage =
  'This call is longer than 32 MiB, which Redline cannot show. Nothing was written. Write the file in parts.';
const tooLateMessage =
  'The user has not answered in the time that this agent gives a hook. Nothing was written. Ask the user whether to try again.';
const windowLostMessage =
  'The VS Code window that was asked went away, and did not come back. Nothing was written. Ask the user to open it again, then call the tool again.';
