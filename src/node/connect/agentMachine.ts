// Implements the port `AgentMachine`: finds agents on this computer, reads and edits their settings files, and runs
// `redline doctor`, which tests whether their hooks reach Redline.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveHomeFile, listSystemSettingsFiles } from '../../core/connect/agentFiles.ts';
import { spawnCommandOf } from '../../core/connect/programFiles.ts';
import { opencodePlugin } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { readRegular } from '../files/openRegular.ts';
import { redlineHome } from '../endpoint/privateFolder.ts';
import { getScriptName } from '../endpoint/launcherScript.ts';
import { listIgnoredFolders } from '../git/userGit.ts';
import { editSettings, findReadOnlyPart } from './editSettings.ts';
import { findAgents } from './findAgents.ts';
import { deleteRecord, hasRecords, readRecord, saveRecord } from './fileRecords.ts';

/** Creates the port for the current user's home. @throws system errors if the extension lacks OpenCode's plugin */
export function createAgentMachine(): AgentMachine {
  const home = homedir();
  const launcher = path.join(redlineHome(), 'bin', getScriptName());
  return {
    homeFile: (agent, file) => resolveHomeFile(agent, file, home, process.env),
    systemSettingsFiles: (agent) => listSystemSettingsFiles(agent, process.platform, process.env),
    windows: process.platform === 'win32',
    launcher,
    // The bundle of this file is in `dist`; the plugin's path is relative to the extension's folder.
    plugin: readFileSync(path.join(import.meta.dirname, '..', opencodePlugin), 'utf8'),
    findAgents: () => findAgents(home, process.env),
    readRecord,
    saveRecord,
    deleteRecord,
    editSettings,
    isConnected: hasRecords,
    realFolder: (folder) => realpath(folder),
    ignoredFolders: listIgnoredFolders,
    readOnly: findReadOnlyPart,
    fingerprint: computeFingerprint,
    doctor: (folder, isQuick) => runDoctor(launcher, folder, isQuick),
  };
}

/** Hashes the paths and bytes of files, and of the files directly in folders. A file that cannot be read has no bytes. */
async function computeFingerprint(filesAndFolders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const fileOrFolder of filesAndFolders) {
    for (const file of await listFiles(fileOrFolder)) {
      const content = await readRegular(file).catch(() => undefined);
      hash.update(JSON.stringify([file, content?.length])).update(content ?? '');
    }
  }
  return hash.digest('hex');
}

/** The paths of a folder's entries; for any other path, the path itself. */
async function listFiles(fileOrFolder: string): Promise<readonly string[]> {
  const names = await readdir(fileOrFolder).catch(() => undefined);
  return names?.map((name) => path.join(fileOrFolder, name)) ?? [fileOrFolder];
}

/** Timeout of the doctor, in milliseconds: it starts every agent's program, and a first start may take long. */
const doctorTimeoutMs = 90_000;

/**
 * Runs the doctor in a trusted folder; resolves to its output, as JSON. Rejects if it cannot be started, is ended by
 * the timeout, or prints nothing.
 */
export function runDoctor(
  launcher: string,
  folder: string,
  isQuick: boolean,
  timeoutMs = doctorTimeoutMs,
): Promise<string> {
  // `--trust`: the user has trusted the folder in VS Code.
  const doctorArgs = ['doctor', '--json', '--trust', ...(isQuick ? ['--quick'] : [])];
  const { command, args, shell } = spawnCommandOf(launcher, doctorArgs, process.platform === 'win32');
  const options = { cwd: folder, timeout: timeoutMs, windowsHide: true, shell };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout) => {
      // A program that exits with a nonzero code has printed problems. A killed one has no code, and its output may be
      // cut off.
      const hasExited = error === null || typeof error.code === 'number';
      if (hasExited && stdout !== '') resolve(stdout);
      else reject(error ?? new Error('The doctor said nothing.'));
    });
  });
}
