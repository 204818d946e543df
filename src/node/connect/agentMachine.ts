import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { hookFacts, opencodePlugin } from '../../core/dialects/hookFacts.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { redlineHome } from '../endpoint/privateFolder.ts';
import { scriptName } from '../endpoint/launcherScript.ts';
import { forget, recall, recordsFolder, remember } from './fileRecords.ts';

/** Programs and folders of agents that have no hook. */
const others = [{ id: 'cline', program: 'cline', folder: '.cline' }];

/** How long the doctor may take, in milliseconds: it asks each agent for its version. */
const doctorTimeout = 60_000;

export function agentMachine(): AgentMachine {
  const home = homedir();
  const launcher = path.join(redlineHome(), 'bin', scriptName());
  const windows = process.platform === 'win32';
  const known = hookFacts.map(({ id, program, home: [first = ''] }) => ({ id, program, folder: first.split('/')[0] }));
  return {
    home,
    windows,
    launcher,
    plugin: readFileSync(path.join(import.meta.dirname, '..', opencodePlugin), 'utf8'),
    findAgents: () => {
      const found = [...known, ...others].filter(
        ({ program, folder = '' }) => program === undefined || isOnPath(program) || existsSync(path.join(home, folder)),
      );
      return new Set(found.map(({ id }) => id));
    },
    recall,
    remember,
    forget,
    isConnected: () => existsSync(recordsFolder()),
    doctor: (folder, quick) =>
      new Promise((resolve, reject) => {
        const options = { cwd: folder, timeout: doctorTimeout, windowsHide: true, shell: windows };
        execFile(
          windows ? `"${launcher}"` : launcher,
          ['doctor', '--json', ...(quick ? ['--quick'] : [])],
          options,
          (error, stdout) => {
            // It ends with another code than 0 where something is missing.
            if (stdout === '') reject(error ?? new Error('The doctor said nothing.'));
            else resolve(stdout);
          },
        );
      }),
  };
}

function isOnPath(program: string): boolean {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.some((folder) => names.some((name) => isExecutable(path.join(folder, name))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
