// Checks for `redline doctor` whether Hold (write protection by the agent's own sandbox) is on in a folder: its
// settings are written and in effect, and a test in the sandbox confirms them. Also finds files that lost its settings.
import path from 'node:path';
import { readExemptFolders, holdableAgents, holdFiles, type HoldScope } from '../../core/connect/holdSettings.ts';
import { findProgramOnPath } from '../agents/programs.ts';
import type { ConnectRecords } from '../agents/connectRecords.ts';
import type { DoctorContext } from '../agents/hookFaults.ts';
import { excerptOf, proveHold, runForOutput } from './proveHold.ts';
import { readTextOrEmpty } from '../readFiles.ts';
import { listFolderAndAncestors, listClaudeFiles, listCodexFiles } from '../agents/settingsPaths.ts';
import { createWriteTest } from './writeTest.ts';

const untestedOnWindows = 'Hold was not tried on Windows: run the agent in WSL.';

/**
 * State of Hold for an agent in a folder: whether the agent changes files there only through Redline. The names of the
 * fields are public: `redline doctor --json` prints them.
 */
export interface HoldHealth {
  /** `off`: not written. `set`: written, but not tested. `on`: confirmed by the test. `broken`: without effect. */
  readonly state: 'off' | 'set' | 'on' | 'broken';
  /**
   * Reason why Hold is broken or was not tested, as sentences for the user; empty if Hold is off or on, and with
   * `--quick`.
   */
  readonly words: string;
  /** Absolute canonical path of the folder for which Hold is written; absent if it is off. */
  readonly folder?: string;
  /** Folders below `folder` in which the agent's shell may write, as relative paths. */
  readonly writable: readonly string[];
  /** Absolute paths of the files, and folders of files, that decide the state: it is valid until one of them changes. */
  readonly decidedBy: readonly string[];
  /** Missing requirements, as sentences; computed only while Hold is off, and not with `--quick`. */
  readonly needs: readonly string[];
}

/**
 * Checks Hold for an agent.
 * @param program absolute path of the agent; undefined if it is not installed
 * @returns undefined for an agent that does not support Hold
 */
export async function collectHoldHealth(
  agent: string,
  program: string | undefined,
  { cwd, isQuick, isFolderTrusted, records }: DoctorContext,
): Promise<HoldHealth | undefined> {
  if (!holdableAgents.includes(agent)) return undefined;
  const decidedBy = agent === 'codex' ? listCodexFiles(cwd) : listClaudeFiles(cwd);
  const scope = findHoldScope(agent, cwd);
  if (scope === undefined) {
    const needs = isQuick || program === undefined ? [] : await findMissingRequirements(agent, cwd, program);
    return { state: 'off', words: '', writable: [], decidedBy, needs };
  }
  const written = { ...scope, decidedBy, needs: [] };
  if (isQuick) return { ...written, state: 'set', words: '' };
  if (process.platform === 'win32') return { ...written, state: 'set', words: untestedOnWindows };
  if (program === undefined) return { ...written, state: 'broken', words: 'Its program is not on the path.' };
  const { folder } = scope;
  const isWrittenHere = holdFiles(agent, scope).some((file) =>
    records.wasWritten(path.join(folder, file.path), 'hold'),
  );
  // The agent obeys the folder's settings: the folder must be trusted, or Redline must have written the settings here.
  const mayStart = isFolderTrusted || (cwd === folder && isWrittenHere);
  return { ...written, ...(await proveHold(agent, { ...scope, program, cwd, mayStart })) };
}

/** The deepest folder at or above a working directory for which Hold is written. */
function findHoldScope(agent: string, cwd: string): HoldScope | undefined {
  for (const folder of listFolderAndAncestors(cwd)) {
    // Each agent has one file, whose path does not depend on the exempt folders.
    const [file] = holdFiles(agent, { folder, writable: [] });
    const writable = file && readExemptFolders(agent, readTextOrEmpty(path.join(folder, file.path)), folder);
    if (writable !== undefined) return { folder, writable };
  }
  return undefined;
}

/** Clauses for the user about settings at or above a folder that no longer contain Hold, although Redline wrote it. */
export function findUndoneHold(agent: string, cwd: string, records: ConnectRecords): string[] {
  return listFolderAndAncestors(cwd).flatMap((folder) => {
    const files = holdFiles(agent, { folder, writable: [] }).map((file) => path.join(folder, file.path));
    const isUndone = (file: string): boolean =>
      records.wasWritten(file, 'hold') && readExemptFolders(agent, readTextOrEmpty(file), folder) === undefined;
    return files
      .filter(isUndone)
      .map((file) => `Hold is gone from ${file}, where Redline wrote it: hold it again, or release it`);
  });
}

/**
 * Missing requirements for Hold, as sentences; empty if there are none.
 * @param program absolute path of the agent
 */
async function findMissingRequirements(agent: string, folder: string, program: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [untestedOnWindows];
  return agent === 'codex' ? tryCodexSandbox(folder, program) : findMissingClaudeRequirements(folder);
}

/** Runs a command in Codex's sandbox. Returns a sentence if the sandbox does not start; else none. */
async function tryCodexSandbox(folder: string, program: string): Promise<readonly string[]> {
  // A built-in profile, since that of Hold is not written yet.
  const profile = 'default_permissions=":read-only"';
  const { command, parseOutput } = createWriteTest(folder, []);
  const output = await runForOutput(program, ['sandbox', '-c', profile, '--', '/bin/sh', '-c', command], folder);
  const hasStarted = parseOutput(output) !== undefined;
  return hasStarted ? [] : [`Its sandbox does not start here: ${excerptOf(output)}`];
}

/** Missing packages of Claude Code's sandbox on Linux, or the failure of `bwrap`; macOS has all it needs. */
async function findMissingClaudeRequirements(folder: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const missingPackages = [
    { program: 'bwrap', packageName: 'bubblewrap' },
    { program: 'socat', packageName: 'socat' },
  ].flatMap(({ program, packageName }) => (findProgramOnPath(program) === undefined ? [packageName] : []));
  if (missingPackages.length > 0)
    return [
      `Its sandbox needs ${missingPackages.join(' and ')}: install ${missingPackages.join(' ')} with the package manager of your system.`,
    ];
  const output = await runForOutput('bwrap', ['--ro-bind', '/', '/', '--unshare-net', 'echo', 'started'], folder);
  return output.includes('started') ? [] : [`bubblewrap does not start here: ${excerptOf(output)}`];
}
