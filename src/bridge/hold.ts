// Checks whether Hold (write protection by the agent's own sandbox) is on in a folder: its settings are written and in
// effect, and a test in the sandbox confirms them.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonText } from 'jsonc-parser';
import {
  hasAllowRule,
  claudeEditTools,
  findClaudeEscapes,
  definesProfile,
  readExemptFolders,
  holdableAgents,
  holdFiles,
} from '../core/connect/holdSettings.ts';
import { resolveHomeFile } from '../core/connect/homeFile.ts';
import { isRecord } from '../core/connect/jsonNodes.ts';
import { requestFromCodex, findProgramOnPath } from './agentProgram.ts';
import type { ConnectRecords } from './connectRecords.ts';
import { createWriteTest, type WriteTestResult } from './writeTest.ts';
import { listNames, readTextOrEmpty } from './readFiles.ts';
import { runInClaude } from './scriptedClaude.ts';
import { listSystemSettingsFiles } from './systemSettings.ts';

/** State of Hold for an agent in a folder: whether the agent changes files there only through Redline. */
export interface HoldHealth {
  /** `set`: written, but not tested. `broken`: written, but not in effect. */
  readonly state: 'off' | 'set' | 'on' | 'broken';
  /** The reason why it is broken, as sentences; else empty. */
  readonly words: string;
  /** Absolute canonical path of the folder for which it is written; absent if it is off. */
  readonly folder?: string;
  /** Folders in which the agent's shell may write, relative to the folder. */
  readonly writable: readonly string[];
  /** Absolute paths of the files, and folders of files, that this result depends on: it is valid until one of them changes. */
  readonly decidedBy: readonly string[];
  /** Missing requirements, as sentences; computed only while Hold is off. */
  readonly needs: readonly string[];
}

/** Names of Claude Code's tools that write, in any version. */
const claudeWriteTools = [...claudeEditTools, 'MultiEdit'];
const commandTimeoutMs = 20_000;

/**
 * Checks Hold for an agent.
 * @param cwd absolute canonical path of the agent's working directory
 * @param program absolute path of the agent; undefined if it is not installed
 * @param isQuick does not run the agent
 * @returns undefined for an agent that does not support Hold
 */
export async function collectHoldHealth(
  agent: string,
  cwd: string,
  program: string | undefined,
  isQuick: boolean,
): Promise<HoldHealth | undefined> {
  if (!holdableAgents.includes(agent)) return undefined;
  const decidedBy = agent === 'codex' ? listCodexFiles(cwd) : listClaudeFiles(cwd);
  const sharedFields = { words: '', writable: [], needs: [], decidedBy };
  const holdPlace = findHeldFolder(agent, cwd);
  if (holdPlace === undefined) {
    const needs = isQuick || program === undefined ? [] : await findMissingRequirements(agent, cwd, program);
    return { ...sharedFields, state: 'off', needs };
  }
  if (isQuick) return { ...sharedFields, state: 'set', ...holdPlace };
  const words =
    program === undefined ? 'Its program is not on the path.' : await findEscape(agent, { ...holdPlace, program, cwd });
  return { ...sharedFields, state: words === undefined ? 'on' : 'broken', words: words ?? '', ...holdPlace };
}

/** A folder under Hold, and the folders in it that stay writable. */
interface HeldFolder {
  /** The write-protected folder: that of the settings. */
  readonly folder: string;
  readonly writable: readonly string[];
}

interface Attempt extends HeldFolder {
  readonly program: string;
  /** The folder itself, or one below it. */
  readonly cwd: string;
}

/** The deepest folder at or above a working directory for which Hold is written. */
function findHeldFolder(agent: string, cwd: string): HeldFolder | undefined {
  return listAncestors(cwd)
    .flatMap((folder) => {
      const [file] = holdFiles(agent, { folder, writable: [] });
      const writable = file && readExemptFolders(agent, readTextOrEmpty(path.join(folder, file.path)), folder);
      return writable === undefined ? [] : [{ folder, writable }];
    })
    .at(0);
}

/** Where Hold was written at or above a working directory, and is gone, in clauses for the person. */
export function findUndoneHold(agent: string, cwd: string, records: ConnectRecords): string[] {
  return listAncestors(cwd).flatMap((folder) =>
    holdFiles(agent, { folder, writable: [] })
      .map((file) => path.join(folder, file.path))
      .filter(
        (file) =>
          records.wasWritten(file, 'hold') && readExemptFolders(agent, readTextOrEmpty(file), folder) === undefined,
      )
      .map((file) => `Hold is gone from ${file}, where Redline wrote it: hold it again, or release it`),
  );
}

function listAncestors(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...listAncestors(above)];
}

/** Describes a setting or tool by which the agent could still write; undefined if none is found. */
async function findEscape(agent: string, attempt: Attempt): Promise<string | undefined> {
  return agent === 'codex' ? findCodexEscape(attempt) : findClaudeEscape(attempt);
}

async function findCodexEscape({ program, cwd, folder, writable }: Attempt): Promise<string | undefined> {
  const allowingRules = listCodexRules(cwd).find((file) => hasAllowRule(readTextOrEmpty(file)));
  if (allowingRules !== undefined)
    return `Rules in ${allowingRules} let commands run outside of the sandbox. Let them ask ("prompt"), or remove them.`;
  const folderConfig = path.join(folder, '.codex/config.toml');
  const mergedConfig = listCodexFiles(cwd).find(
    (file) => file !== folderConfig && file.endsWith('.toml') && definesProfile(readTextOrEmpty(file)),
  );
  if (mergedConfig !== undefined)
    return `${mergedConfig} has permissions of the same name, which Codex merges with those of Hold. Remove or rename them.`;
  const config = await requestFromCodex(program, cwd, 'config/read', { cwd });
  const settings = isRecord(config) ? config['config'] : undefined;
  if (!isRecord(settings) || settings['approval_policy'] !== 'never')
    return 'Codex does not read the settings of this folder. Start it here, and trust the folder.';
  const { command, parseOutput } = createWriteTest(folder, writable);
  const printed = await runForOutput(program, ['sandbox', '--', '/bin/sh', '-c', command], cwd);
  return describeTestFailure({ folder, writable }, parseOutput(printed), printed);
}

async function findClaudeEscape({ program, cwd, folder }: Attempt): Promise<string | undefined> {
  for (const file of listClaudeFiles(cwd)) {
    const [escape] = findClaudeEscapes(parseJsonText(readTextOrEmpty(file)));
    if (escape !== undefined)
      return `"${escape}" in ${file} lets commands write outside of what the sandbox allows. Remove it.`;
  }
  const { command, parseOutput } = createWriteTest(folder, []);
  const { output, tools, printed } = await runInClaude(program, cwd, command);
  const writeTool = tools.find((tool) => claudeWriteTools.includes(tool));
  if (writeTool !== undefined) return `Its own tool ${writeTool} is not off: other settings come before those of Hold.`;
  return describeTestFailure(
    { folder, writable: [] },
    output === undefined ? undefined : parseOutput(output),
    output ?? printed,
  );
}

/** The reason why the sandbox test does not confirm Hold; undefined if it does. */
function describeTestFailure(
  { folder, writable }: HeldFolder,
  test: WriteTestResult | undefined,
  printed: string,
): string | undefined {
  if (test === undefined) return `The sandbox could not be tried: ${printed.trim().slice(0, 300)}`;
  const allowedFolders = new Set(writable);
  const [file] = [...test.writableFolders.filter((below) => !allowedFolders.has(below)), ...test.writableFiles];
  if (file !== undefined) return `Its shell could write to "${file}" all the same.`;
  if (!test.isTempWritable) return 'Its shell could write nowhere, not even temporary files.';
  const unwritableFolder = writable.find(
    (below) => !test.writableFolders.includes(below) && isFolder(path.join(folder, below)),
  );
  return unwritableFolder === undefined ? undefined : `Its shell could not write to "${unwritableFolder}".`;
}

/**
 * Missing requirements for Hold, as sentences; empty if there are none.
 * @param program absolute path of the agent
 */
async function findMissingRequirements(agent: string, folder: string, program: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return ['Hold was not tried on Windows: run the agent in WSL.'];
  if (agent === 'codex') {
    const profile = 'default_permissions=":read-only"';
    const { command, parseOutput } = createWriteTest(folder, []);
    const printed = await runForOutput(program, ['sandbox', '-c', profile, '--', '/bin/sh', '-c', command], folder);
    const test = parseOutput(printed);
    return test === undefined ? [`Its sandbox does not start here: ${printed.trim().slice(0, 300)}`] : [];
  }
  if (process.platform !== 'linux') return [];
  const missing = [
    ['bwrap', 'bubblewrap'],
    ['socat', 'socat'],
  ].flatMap(([command = '', name = '']) => (findProgramOnPath(command) === undefined ? [name] : []));
  if (missing.length > 0)
    return [
      `Its sandbox needs ${missing.join(' and ')}: install ${missing.join(' ')} with the package manager of your system.`,
    ];
  const printed = await runForOutput('bwrap', ['--ro-bind', '/', '/', '--unshare-net', 'echo', 'started'], folder);
  return printed.includes('started') ? [] : [`bubblewrap does not start here: ${printed.trim().slice(0, 300)}`];
}

/** Runs a program without input and returns its output, whatever its exit code. Never rejects. */
function runForOutput(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const { stdin } = execFile(
      program,
      args,
      { cwd, timeout: commandTimeoutMs, windowsHide: true },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}` || (error?.message ?? '')),
    );
    // A program that reads would wait for input until the timeout.
    stdin?.on('error', () => undefined).end();
  });
}

function listClaudeFiles(cwd: string): string[] {
  return [
    ...listAncestors(cwd).flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map((name) => path.join(folder, '.claude', name)),
    ),
    resolveHomeFile('claude', '.claude/settings.json', homedir(), process.env),
    ...listSystemSettingsFiles('claude'),
  ];
}

function listCodexFiles(cwd: string): string[] {
  const userFolder = resolveHomeFile('codex', '.codex', homedir(), process.env);
  const configFolders = [...listAncestors(cwd).map((folder) => path.join(folder, '.codex')), userFolder, '/etc/codex'];
  return configFolders.flatMap((configFolder) => [
    path.join(configFolder, 'config.toml'),
    path.join(configFolder, 'rules'),
  ]);
}

function listCodexRules(cwd: string): string[] {
  return listCodexFiles(cwd).flatMap((file) =>
    file.endsWith('rules') ? listNames(file).map((name) => path.join(file, name)) : [],
  );
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
