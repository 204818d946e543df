// Locates the settings files of agents on this machine, and the files that decide what a sandbox permits. All paths are
// absolute, and need not exist.
import { existsSync } from 'node:fs';
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

/** Claude Code's settings files for a folder: its own, those of folders above, the user's, and the organisation's. */
export function listClaudeFiles(cwd: string): string[] {
  return [
    ...listFolderAndAncestors(cwd).flatMap((folder) =>
      ['settings.local.json', 'settings.json'].map((name) => path.join(folder, '.claude', name)),
    ),
    homeFile('claude', '.claude/settings.json'),
    ...systemSettingsFiles('claude'),
  ];
}

/**
 * The local settings at the root of a git repository, which Claude Code also reads in folders below; empty if `cwd` is
 * the root itself. `listClaudeFiles` has them already: these are for callers that list only the settings of `cwd`.
 */
export function listClaudeRootFiles(cwd: string): string[] {
  const root = listFolderAndAncestors(cwd).find((folder) => existsSync(path.join(folder, '.git')));
  return root === undefined || root === cwd ? [] : [path.join(root, '.claude/settings.local.json')];
}

/** Codex's settings for a folder, as `listClaudeFiles`: each `config.toml`, and beside it the folder `rules`. */
export function listCodexFiles(cwd: string): string[] {
  return listCodexFolders(cwd).flatMap((folder) => [path.join(folder, 'config.toml'), path.join(folder, 'rules')]);
}

/** Codex's existing rules files for a folder. */
export function listCodexRules(cwd: string): string[] {
  const rulesFolders = listCodexFolders(cwd).map((folder) => path.join(folder, 'rules'));
  return rulesFolders.flatMap((folder) => listNames(folder).map((name) => path.join(folder, name)));
}

function listCodexFolders(cwd: string): string[] {
  const inFolders = listFolderAndAncestors(cwd).map((folder) => path.join(folder, '.codex'));
  return [...inFolders, homeFile('codex', '.codex'), '/etc/codex'];
}

/** A folder and those above it, the deepest first. */
export function listFolderAndAncestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...listFolderAndAncestors(parent)];
}
