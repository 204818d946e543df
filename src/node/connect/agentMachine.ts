// Accesses the machine for connecting agents: records their settings, and runs the doctor.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveHomeFile } from '../../core/connect/homeFile.ts';
import { listSystemSettingsFiles } from '../../core/connect/systemSettings.ts';
import { opencodePlugin } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { readRegular } from '../files/openRegular.ts';
import { redlineHome } from '../endpoint/privateFolder.ts';
import { getScriptName } from '../endpoint/launcherScript.ts';
import { editSettings } from './editSettings.ts';
import { findAgents } from './findAgents.ts';
import { findReadOnlyPart } from './findReadOnlyPart.ts';
import { deleteRecord, hasRecords, readRecord, saveRecord } from './fileRecords.ts';

/** Timeout of the doctor, in milliseconds: it starts every agent's program, which may take long at first. */
const doctorTimeoutMs = 90_000;
/** Timeout of git for listing ignored folders, in milliseconds. */
const gitTimeoutMs = 10_000;

export function createAgentMachine(): AgentMachine {
  const home = homedir();
  const launcher = path.join(redlineHome(), 'bin', getScriptName());
  const windows = process.platform === 'win32';
  return {
    homeFile: (agent, file) => resolveHomeFile(agent, file, home, process.env),
    systemSettingsFiles: (agent) => listSystemSettingsFiles(agent, process.platform, process.env),
    windows,
    launcher,
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
    doctor: (folder, quick) =>
      new Promise((resolve, reject) => {
        const options = { cwd: folder, timeout: doctorTimeoutMs, windowsHide: true, shell: windows };
        execFile(
          windows ? `"${launcher}"` : launcher,
          ['doctor', '--json', '--trust', ...(quick ? ['--quick'] : [])],
          options,
          (error, stdout) => {
            // Its exit code is not 0 if something is missing.
            if (stdout === '') reject(error ?? new Error('The doctor said nothing.'));
            else resolve(stdout);
          },
        );
      }),
  };
}

/** Hash of files, and of the files directly in folders; it changes with each of their bytes. */
async function computeFingerprint(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) {
    const names = await readdir(place).catch(() => undefined);
    for (const file of names === undefined ? [place] : names.map((name) => path.join(place, name))) {
      const content = await readRegular(file).catch(() => undefined);
      hash.update(JSON.stringify([file, content?.length])).update(content ?? '');
    }
  }
  return hash.digest('hex');
}

/**
 * Folders that git ignores, relative to `folder`; none if git fails. Without `core.fsmonitor=false`, git would run a
 * program that the repository's configuration names.
 */
function listIgnoredFolders(folder: string): Promise<string[]> {
  const list = ['-C', folder, 'ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  // The working directory is not in the workspace, which may contain a hostile program named git.
  const options = {
    cwd: path.dirname(process.execPath),
    timeout: gitTimeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  };
  return new Promise((resolve) => {
    execFile('git', ['-c', 'core.fsmonitor=false', ...list], options, (_, stdout) =>
      resolve(stdout.split('\0').flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []))),
    );
  });
}
