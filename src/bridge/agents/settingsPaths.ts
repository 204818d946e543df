// Locates the settings files of agents on this machine. All paths are absolute, and need not exist.
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveHomeFile, listSystemSettingsFiles } from '../../core/connect/agentFiles.ts';
import { listNames } from '../readFiles.ts';

/** An agent's machine-wide (managed) settings: files and their drop-in folder. */
export function systemSettingsFiles(agent: string): string[] {
  const files = listSystemSettingsFiles(agent, process.platform, process.env);
  return agent === 'claude' ? files.flatMap(withDropIns) : files;
}

/** A settings file of Claude Code, its drop-in folder (`managed-settings.d`), and the files there, which are merged. */
export function withDropIns(file: string): string[] {
  const folder = file.replace(/\.json$/, '.d');
  const names = listNames(folder).filter((name) => name.endsWith('.json'));
  return [file, folder, ...names.map((name) => path.join(folder, name))];
}

/** An agent's settings file in the home folder. @param file relative to that folder, with `/` */
export function homeFile(agent: string, file: string): string {
  return resolveHomeFile(agent, file, homedir(), process.env);
}
