// Tests Hold (write protection by the agent's own sandbox): checks for settings that undo it, then tries to write in
// the sandbox. Each `find…Problem` returns a sentence about the first reason why Hold is not confirmed, if any.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { parse as parseJsonText } from 'jsonc-parser';
import { findClaudeEscapes, findLoosePermission, hasAllowRule } from '../../core/connect/holdEscapes.ts';
import { claudeEditTools, definesProfile, type HoldScope } from '../../core/connect/holdSettings.ts';
import { isRecord } from '../../core/connect/json/jsonNodes.ts';
import { requestFromCodex } from '../agents/agentProgram.ts';
import { listClaudeFiles, listCodexFiles, listCodexRules } from '../agents/settingsPaths.ts';
import { isTooLarge, readTextOrEmpty } from '../readFiles.ts';
import { runInClaude } from './scriptedClaude.ts';
import { createWriteTest, type WriteTestResult } from './writeTest.ts';

/** Names of Claude Code's tools that write; `MultiEdit` is one of older versions. */
const claudeWriteTools = [...claudeEditTools, 'MultiEdit'];
const commandTimeoutMs = 20_000;

/** A test of Hold: which program to start, and where. */
interface HoldTest extends HoldScope {
  readonly program: string;
  /** Absolute path of the folder to start the agent in: `folder`, or one below it. */
  readonly cwd: string;
  /** Whether Claude Code may be started there: it obeys the folder's settings without asking. Codex asks for trust. */
  readonly mayStart: boolean;
}

/** The result of a test of Hold. `set`: in the settings, but not tested. `words`: why it is not `on`, as sentences. */
interface Proof {
  readonly state: 'set' | 'on' | 'broken';
  readonly words: string;
}

/** `on` if there is no problem, else `broken`. @param problem a sentence about why Hold is not confirmed */
function toProof(problem: string | undefined): Proof {
  return { state: problem === undefined ? 'on' : 'broken', words: problem ?? '' };
}

/** Tests Hold in the agent's sandbox; a setting that undoes it is reported without a test. */
export async function proveHold(agent: string, test: HoldTest): Promise<Proof> {
  const { cwd, mayStart } = test;
  const files = agent === 'codex' ? [...listCodexFiles(cwd), ...listCodexRules(cwd)] : listClaudeFiles(cwd);
  // A file that is too large would be read as empty, and could hide a setting that undoes Hold.
  const largeFile = files.find(isTooLarge);
  if (largeFile !== undefined) return toProof(`${largeFile} is too large to be read. Make it smaller.`);
  if (agent === 'codex') return toProof(await findCodexProblem(test));
  const problem = findClaudeSettingsProblem(cwd);
  if (problem === undefined && !mayStart)
    return { state: 'set', words: 'Its settings came with the folder. If you trust them: redline doctor --trust' };
  return toProof(problem ?? (await findClaudeSandboxProblem(test)));
}

async function findCodexProblem({ program, cwd, folder, writable }: HoldTest): Promise<string | undefined> {
  const allowingRules = listCodexRules(cwd).find((file) => hasAllowRule(readTextOrEmpty(file)));
  if (allowingRules !== undefined)
    return `Rules in ${allowingRules} let commands run outside of the sandbox. Let them ask ("prompt"), or remove them.`;
  const folderConfig = path.join(folder, '.codex/config.toml');
  const otherConfigs = listCodexFiles(cwd).filter((file) => file !== folderConfig && file.endsWith('.toml'));
  const mergedConfig = otherConfigs.find((file) => definesProfile(readTextOrEmpty(file)));
  if (mergedConfig !== undefined)
    return `${mergedConfig} has permissions of the same name, which Codex merges with those of Hold. Remove or rename them.`;
  const loosePermission = findLoosePermission(readTextOrEmpty(folderConfig));
  if (loosePermission !== undefined)
    return `"${loosePermission}" in the permissions of Hold, in ${folderConfig}, may let its shell write in the folder. Remove it, and hold the folder again.`;
  const result = await requestFromCodex(program, cwd, 'config/read', { cwd });
  const settings = isRecord(result) ? result['config'] : undefined;
  // Hold sets this policy, so without it Codex ignores the folder's settings.
  if (!isRecord(settings) || settings['approval_policy'] !== 'never')
    return 'Codex does not read the settings of this folder. Start it here, and trust the folder.';
  const { command, parseOutput } = createWriteTest(folder, writable);
  const output = await runForOutput(program, ['sandbox', '--', '/bin/sh', '-c', command], cwd);
  return describeTestFailure({ folder, writable }, parseOutput(output), output);
}

function findClaudeSettingsProblem(cwd: string): string | undefined {
  for (const file of listClaudeFiles(cwd)) {
    try {
      const [escape] = findClaudeEscapes(parseJsonText(readTextOrEmpty(file)));
      if (escape !== undefined)
        return `"${escape}" in ${file} lets commands write outside of what the sandbox allows. Remove it.`;
    } catch {
      return `${file} is nested too deeply to be read. Correct it.`;
    }
  }
  return undefined;
}

/** Starts Claude Code: none of its own tools may write, nor a command in its sandbox. */
async function findClaudeSandboxProblem({ program, cwd, folder }: HoldTest): Promise<string | undefined> {
  const { command, parseOutput } = createWriteTest(folder, []);
  const { commandOutput, tools, programOutput } = await runInClaude(program, cwd, command);
  const writeTool = tools.find((tool) => claudeWriteTools.includes(tool));
  if (writeTool !== undefined) return `Its own tool ${writeTool} is not off: other settings come before those of Hold.`;
  const result = commandOutput === undefined ? undefined : parseOutput(commandOutput);
  return describeTestFailure({ folder, writable: [] }, result, commandOutput ?? programOutput);
}

/**
 * The reason why the sandbox test does not confirm Hold; undefined if it does.
 * @param result undefined if the test did not run to its end
 * @param output output of the test, or of the program that did not run it
 */
function describeTestFailure(
  { folder, writable: exemptFolders }: HoldScope,
  result: WriteTestResult | undefined,
  output: string,
): string | undefined {
  if (result === undefined) return `The sandbox could not be tried: ${excerptOf(output)}`;
  const exemptSet = new Set(exemptFolders);
  const unexpectedFolders = result.writableFolders.filter((subfolder) => !exemptSet.has(subfolder));
  const [written] = [...unexpectedFolders, ...result.writableFiles];
  if (written !== undefined) return `Its shell could write to "${written}" all the same.`;
  if (!result.isTempWritable) return 'Its shell could write nowhere, not even temporary files.';
  // An exempt folder that does not exist cannot be tested.
  const unwritableFolder = exemptFolders.find(
    (subfolder) => !result.writableFolders.includes(subfolder) && isFolder(path.join(folder, subfolder)),
  );
  return unwritableFolder === undefined ? undefined : `Its shell could not write to "${unwritableFolder}".`;
}

/** Runs a program without input. Returns its output, or its error if it printed nothing. Never rejects. */
export function runForOutput(
  program: string,
  args: readonly string[],
  cwd: string,
  limitMs = commandTimeoutMs,
): Promise<string> {
  return new Promise<string>((resolve) => {
    const { stdin } = execFile(
      program,
      args,
      { cwd, timeout: limitMs, killSignal: 'SIGKILL', windowsHide: true },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}` || (error?.message ?? '')),
    );
    // A program that reads would wait for input until the timeout.
    stdin?.on('error', () => undefined).end();
  }).catch((error: Error) => error.message);
}

const maxExcerptChars = 300;

/** The beginning of a program's output, for a message to the user. */
export function excerptOf(output: string): string {
  return output.trim().slice(0, maxExcerptChars);
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
