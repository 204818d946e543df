// Checks whether Hold (write protection by the agent's own sandbox) is on in a folder: its settings are written and in
// effect, and a test in the sandbox confirms them.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonText } from 'jsonc-parser';
import {
  allowsByRule,
  claudeEditTools,
  claudeEscapes,
  definesProfile,
  heldIn,
  holdableAgents,
  holdFiles,
} from '../core/connect/holdSettings.ts';
import { homeFile } from '../core/connect/homeFile.ts';
import { isRecord } from '../core/connect/jsonNodes.ts';
import { requestFromCodex, programOnPath } from './agentProgram.ts';
import type { ConnectRecords } from './connectRecords.ts';
import { createWriteTest, type WriteTestResult } from './writeTest.ts';
import { namesIn, readTextOrEmpty } from './readFiles.ts';
import { runInClaude } from './scriptedClaude.ts';
import { systemSettings } from './systemSettings.ts';

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
const claudeWriters = [...claudeEditTools, 'MultiEdit'];
const commandTimeout = 20_000;

/**
 * Checks Hold for an agent.
 * @param cwd absolute canonical path of the agent's working directory
 * @param program absolute path of the agent; undefined if it is not installed
 * @param isQuick does not run the agent
 * @returns undefined for an agent that does not support Hold
 */
export async function holdHealth(
  agent: string,
  cwd: string,
  program: string | undefined,
  isQuick: boolean,
): Promise<HoldHealth | undefined> {
  if (!holdableAgents.includes(agent)) return undefined;
  const decidedBy = agent === 'codex' ? codexFiles(cwd) : claudeFiles(cwd);
  const common = { words: '', writable: [], needs: [], decidedBy };
  const holdPlace = heldAt(agent, cwd);
  if (holdPlace === undefined) {
    const needs = isQuick || program === undefined ? [] : await holdNeeds(agent, cwd, program);
    return { ...common, state: 'off', needs };
  }
  if (isQuick) return { ...common, state: 'set', ...holdPlace };
  const words =
    program === undefined ? 'Its program is not on the path.' : await escapeOf(agent, { ...holdPlace, program, cwd });
  return { ...common, state: words === undefined ? 'on' : 'broken', words: words ?? '', ...holdPlace };
}

/** A folder under Hold, and the folders in it that stay writable. */
interface Held {
  /** The write-protected folder: that of the settings. */
  readonly folder: string;
  readonly writable: readonly string[];
}

interface Attempt extends Held {
  readonly program: string;
  /** The folder itself, or one below it. */
  readonly cwd: string;
}

/** The deepest folder at or above a working directory for which Hold is written. */
function heldAt(agent: string, cwd: string): Held | undefined {
  return upwards(cwd)
    .flatMap((folder) => {
      const [file] = holdFiles(agent, { folder, writable: [] });
      const writable = file && heldIn(agent, readTextOrEmpty(path.join(folder, file.path)), folder);
      return writable === undefined ? [] : [{ folder, writable }];
    })
    .at(0);
}

/** Where Hold was written at or above a working directory, and is gone, in clauses for the person. */
export function undoneHold(agent: string, cwd: string, records: ConnectRecords): string[] {
  return upwards(cwd).flatMap((folder) =>
    holdFiles(agent, { folder, writable: [] })
      .map((file) => path.join(folder, file.path))
      .filter((file) => records.has(file, 'hold') && heldIn(agent, readTextOrEmpty(file), folder) === undefined)
      .map((file) => `Hold is gone from ${file}, where Redline wrote it: hold it again, or release it`),
  );
}

function upwards(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

/** Describes a setting or tool by which the agent could still write; undefined if none is found. */
async function escapeOf(agent: string, attempt: Attempt): Promise<string | undefined> {
  return agent === 'codex' ? codexEscape(attempt) : claudeEscape(attempt);
}

async function codexEscape({ program, cwd, folder, writable }: Attempt): Promise<string | undefined> {
  const allowing = rulesOf(cwd).find((file) => allowsByRule(readTextOrEmpty(file)));
  if (allowing !== undefined)
    return `Rules in ${allowing} let commands run outside of the sandbox. Let them ask ("prompt"), or remove them.`;
  const folderConfig = path.join(folder, '.codex/config.toml');
  const merged = codexFiles(cwd).find(
    (file) => file !== folderConfig && file.endsWith('.toml') && definesProfile(readTextOrEmpty(file)),
  );
  if (merged !== undefined)
    return `${merged} has permissions of the same name, which Codex merges with those of Hold. Remove or rename them.`;
  const config = await requestFromCodex(program, cwd, 'config/read', { cwd });
  const settings = isRecord(config) ? config['config'] : undefined;
  if (!isRecord(settings) || settings['approval_policy'] !== 'never')
    return 'Codex does not read the settings of this folder. Start it here, and trust the folder.';
  const { command, parseOutput } = createWriteTest(folder, writable);
  const printed = await outputOf(program, ['sandbox', '--', '/bin/sh', '-c', command], cwd);
  return failureOf({ folder, writable }, parseOutput(printed), printed);
}

async function claudeEscape({ program, cwd, folder }: Attempt): Promise<string | undefined> {
  for (const file of claudeFiles(cwd)) {
    const [escape] = claudeEscapes(parseJsonText(readTextOrEmpty(file)));
    if (escape !== undefined)
      return `"${escape}" in ${file} lets commands write outside of what the sandbox allows. Remove it.`;
  }
  const { command, parseOutput } = createWriteTest(folder, []);
  const { output, tools, printed } = await runInClaude(program, cwd, command);
  const writer = tools.find((tool) => claudeWriters.includes(tool));
  if (writer !== undefined) return `Its own tool ${writer} is not off: other settings come before those of Hold.`;
  return failureOf({ folder, writable: [] }, output === undefined ? undefined : parseOutput(output), output ?? printed);
}

/** The reason why the sandbox test does not confirm Hold; undefined if it does. */
function failureOf({ folder, writable }: Held, test: WriteTestResult | undefined, printed: string): string | undefined {
  if (test === undefined) return `The sandbox could not be tried: ${printed.trim().slice(0, 300)}`;
  const allowed = new Set(writable);
  const [file] = [...test.writableFolders.filter((below) => !allowed.has(below)), ...test.writableFiles];
  if (file !== undefined) return `Its shell could write to "${file}" all the same.`;
  if (!test.isTempWritable) return 'Its shell could write nowhere, not even temporary files.';
  const closed = writable.find((below) => !test.writableFolders.includes(below) && isFolder(path.join(folder, below)));
  return closed === undefined ? undefined : `Its shell could not write to "${closed}".`;
}

/**
 * Missing requirements for Hold, as sentences; empty if there are none.
 * @param program absolute path of the agent
 */
async function holdNeeds(agent: string, folder: string, program: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return ['Hold was not tried on Windows: run the agent in WSL.'];
  if (agent === 'codex') {
    const profile = 'default_permissions=":read-only"';
    const { command, parseOutput } = createWriteTest(folder, []);
    const printed = await outputOf(program, ['sandbox', '-c', profile, '--', '/bin/sh', '-c', command], folder);
    const test = parseOutput(printed);
    return test === undefined ? [`Its sandbox does not start here: ${printed.trim().slice(0, 300)}`] : [];
  }
  if (process.platform !== 'linux') return [];
  const missing = [
    ['bwrap', 'bubblewrap'],
    ['socat', 'socat'],
  ].flatMap(([command = '', name = '']) => (programOnPath(command) === undefined ? [name] : []));
  if (missing.length > 0)
    return [
      `Its sandbox needs ${missing.join(' and ')}: install ${missing.join(' ')} with the package manager of your system.`,
    ];
  const printed = await outputOf('bwrap', ['--ro-bind', '/', '/', '--unshare-net', 'echo', 'started'], folder);
  return printed.includes('started') ? [] : [`bubblewrap does not start here: ${printed.trim().slice(0, 300)}`];
}

/** Runs a program without input and returns its output, whatever its exit code. Never rejects. */
function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const { stdin } = execFile(
      program,
      args,
      { cwd, timeout: commandTimeout, windowsHide: true },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}` || (error?.message ?? '')),
    );
    // A program that reads would wait for input until the timeout.
    stdin?.on('error', () => undefined).end();
  });
}

function claudeFiles(cwd: string): string[] {
  return [
    ...upwards(cwd).flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map((name) => path.join(folder, '.claude', name)),
    ),
    homeFile('claude', '.claude/settings.json', homedir(), process.env),
    ...systemSettings('claude'),
  ];
}

function codexFiles(cwd: string): string[] {
  const userFolder = homeFile('codex', '.codex', homedir(), process.env);
  const configFolders = [...upwards(cwd).map((folder) => path.join(folder, '.codex')), userFolder, '/etc/codex'];
  return configFolders.flatMap((configFolder) => [
    path.join(configFolder, 'config.toml'),
    path.join(configFolder, 'rules'),
  ]);
}

function rulesOf(cwd: string): string[] {
  return codexFiles(cwd).flatMap((file) =>
    file.endsWith('rules') ? namesIn(file).map((name) => path.join(file, name)) : [],
  );
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
