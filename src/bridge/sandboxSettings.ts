// Lists the settings files that decide what an agent's sandbox lets through, and the folders above a folder.
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveHomeFile } from '../core/connect/homeFile.ts';
import { listNames } from './readFiles.ts';
import { listSystemSettingsFiles } from './systemSettings.ts';

export function listClaudeFiles(cwd: string): string[] {
  return [
    ...listAncestors(cwd).flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map((name) => path.join(folder, '.claude', name)),
    ),
    resolveHomeFile('claude', '.claude/settings.json', homedir(), process.env),
    ...listSystemSettingsFiles('claude'),
  ];
}

export function listCodexFiles(cwd: string): string[] {
  const userFolder = resolveHomeFile('codex', '.codex', homedir(), process.env);
  const configFolders = [...listAncestors(cwd).map((folder) => path.join(folder, '.codex')), userFolder, '/etc/codex'];
  return configFolders.flatMap((configFolder) => [
    path.join(configFolder, 'config.toml'),
    path.join(configFolder, 'rules'),
  ]);
}

export function listCodexRules(cwd: string): string[] {
  return listCodexFiles(cwd).flatMap((file) =>
    file.endsWith('rules') ? listNames(file).map((name) => path.join(file, name)) : [],
  );
}

export function listAncestors(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...listAncestors(above)];
}
