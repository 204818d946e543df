// Tests for `redline doctor` whether a hook reaches Redline: runs the hook's command as the agent would, with a probe
// (`probe.ts`).
import { spawn } from 'node:child_process';
import { text as readText } from 'node:stream/consumers';
import { probeAnswer, createProbe } from '../../core/endpoint/probe.ts';
import { killAfter } from '../agents/programs.ts';

/** A hook's answer to a probe, and its effect on the agent. */
export interface ProbeResult {
  /**
   * `asked`: the user would be asked. `open`: the agent would decide itself. `refused`: the hook would stop the edit
   * without asking. `failed`: the command crashed, timed out, or answered in no known form.
   */
  readonly outcome: 'asked' | 'open' | 'refused' | 'failed';
  /** Duration of the command, in milliseconds. */
  readonly milliseconds: number;
  /** The beginning of the hook's output, or that it timed out; empty if it would ask the user. */
  readonly words: string;
}

const probeTimeoutMs = 15_000;
const maxWordsChars = 300;

/**
 * Runs a hook's command as the agent would, with an edit that is never written: the Redline window of the folder denies
 * it at once. That window's `probeAnswer` in the output proves that the hook reaches it. Undefined for an agent without
 * a probe.
 * @param command as in the agent's settings
 */
export async function probeHook(
  agent: string,
  command: string,
  cwd: string,
  limitMs = probeTimeoutMs,
): Promise<ProbeResult | undefined> {
  const input = createProbe(agent, cwd);
  if (input === undefined) return undefined;
  const startedAt = performance.now();
  // Strips PowerShell's call operator, which the system's shell does not know. PowerShell itself is not used, since it
  // would lose the exit code.
  const child = spawn(command.replace(/^& /, ''), { shell: true, cwd, windowsHide: true });
  killAfter(child, limitMs);
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  // A command that does not read its input closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  const outputs = [child.stdout, child.stderr].map((stream) => readText(stream).catch(() => undefined));
  const [[stdout, stderr], exitCode] = await Promise.all([Promise.all(outputs), exited]);
  const milliseconds = Math.round(performance.now() - startedAt);
  // A read fails only if `killAfter` destroyed the stream at the time limit.
  if (stdout === undefined || stderr === undefined)
    return { outcome: 'failed', milliseconds, words: `It did not answer in ${limitMs / 1000} s.` };
  const output = `${stdout}${stderr}`;
  const outcome = output.includes(probeAnswer) ? 'asked' : judgeOutput(stdout, exitCode);
  const words = outcome === 'asked' ? '' : output.trim().replaceAll(/\s+/g, ' ').slice(0, maxWordsChars);
  return { outcome, milliseconds, words };
}

/**
 * Interprets a hook's output without `probeAnswer` as the agent would.
 * @param exitCode null if killed or not started
 */
function judgeOutput(stdout: string, exitCode: number | null): 'open' | 'refused' | 'failed' {
  if (exitCode === 0 && stdout.trim() === '') return 'open';
  // `refusedExitCode`, which is in another bundle, or a denial in the format of some agent.
  const isRefused = exitCode === 2 || /"(?:permissionDecision|decision)":\s*"deny"/.test(stdout);
  return isRefused ? 'refused' : 'failed';
}
