// Redline's plugin for OpenCode: what OpenCode's own tools are about to write is reviewed in VS Code first.
// https://opencode.ai/docs/plugins
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The tools that change or read files, and the shell. A call of any other costs nothing. */
const tools = new Set(['edit', 'write', 'apply_patch', 'patch', 'read', 'grep', 'bash']);
/** Redline only watches what a command changes, so a command runs whatever Redline answers. */
const isWatched = (tool) => tool === 'bash';

/** How long a review may take, in seconds. Redline answers a little earlier. */
const limit = 600;

/** @param {{ directory: string }} project OpenCode's working directory */
export async function Redline({ directory }) {
  /** What the person said and changed, in words for the model, by call. */
  const said = new Map();
  /** The calls that run. OpenCode calls no hook after one that fails. */
  const running = new Set();
  /** Whether OpenCode formats what its tools have written. */
  let formats = false;
  return {
    async config({ formatter }) {
      formats = Boolean(formatter);
    },
    async event({ event }) {
      const part = event.type === 'message.part.updated' ? event.properties.part : undefined;
      if (part?.state?.status !== 'error' || !running.delete(part.callID)) return;
      const { tool, sessionID, callID, state } = part;
      said.delete(callID);
      await ask({ event: 'tool.execute.after', tool, sessionID, callID, args: state.input, cwd: directory });
    },
    async 'tool.execute.before'({ tool, sessionID, callID }, { args }) {
      if (!tools.has(tool)) return;
      const event = 'tool.execute.before';
      const answer = await ask({ event, tool, sessionID, callID, args, cwd: directory, formats });
      if (answer.decision === 'deny' && !isWatched(tool)) throw new Error(answer.reason);
      running.add(callID);
      if (answer.reason) said.set(callID, answer.reason);
      if (answer.decision !== 'amend') return;
      // OpenCode keeps the object that it has passed, so its fields are changed in place.
      for (const field of Object.keys(args)) delete args[field];
      Object.assign(args, answer.args);
    },
    async 'tool.execute.after'({ tool, sessionID, callID, args }, output) {
      if (!tools.has(tool)) return;
      const words = said.get(callID);
      said.delete(callID);
      running.delete(callID);
      if (words !== undefined && typeof output?.output === 'string') output.output += `\n\n${words}`;
      await ask({ event: 'tool.execute.after', tool, sessionID, callID, args, cwd: directory });
    },
  };
}

/**
 * Asks Redline about one call. Never rejects. Where Redline is not installed any more, it has no opinion; where it fails, it
 * refuses.
 * @returns {Promise<{ decision?: 'allow' | 'deny' | 'amend', reason?: string, args?: object }>}
 */
function ask(call) {
  const isWindows = process.platform === 'win32';
  // As Redline reads it: a relative path could lead to a program of the project.
  const { REDLINE_HOME = '' } = process.env;
  const home = path.isAbsolute(REDLINE_HOME) ? REDLINE_HOME : path.join(homedir(), '.redline');
  const launcher = path.join(home, 'bin', isWindows ? 'redline.cmd' : 'redline');
  if (!existsSync(launcher)) return Promise.resolve({});
  const denied = (why) => denial(why, launcher);
  const { promise, resolve } = Promise.withResolvers();
  const args = ['hook', 'opencode', `--timeout=${limit}`];
  const child = spawn(isWindows ? `"${launcher}"` : launcher, args, { cwd: call.cwd, shell: isWindows });
  const stop = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    stop();
    resolve(denied('the user has not answered in time'));
  }, limit * 1000);
  process.once('exit', stop);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  // A hook that has ended reads no more; how it ended is what counts.
  child.stdin.on('error', () => undefined).end(JSON.stringify(call));
  child.on('error', () => resolve(denied('its hook could not be started')));
  child.on('close', (code) => resolve(answerOf(code, stdout, stderr, denied)));
  return promise.finally(() => {
    clearTimeout(timer);
    process.off('exit', stop);
  });
}

function answerOf(code, stdout, stderr, denied) {
  // The launcher's own words for: the editor that it starts is not there any more.
  if (code === 126 || code === 127) return {};
  if (code === 2) return { decision: 'deny', reason: stderr.trim() };
  if (code !== 0) return denied('its hook failed');
  if (stdout.trim() === '') return {};
  try {
    return JSON.parse(stdout);
  } catch {
    return denied('its hook gave no answer');
  }
}

function denial(why, launcher) {
  return {
    decision: 'deny',
    reason: `Redline could not have this call reviewed: ${why}. Nothing was done. Ask the user whether to try again, or to run \`${launcher} off\`.`,
  };
}
