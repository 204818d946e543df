// Finds the agents that are installed: by their programs, and by the folders of their settings.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolveHomeFile } from '../../core/connect/homeFile.ts';
import { programFiles } from '../../core/connect/programFiles.ts';
import { hookFacts, hooklessAgents } from '../../core/dialects/hookFacts.ts';

/**
 * Ids of the agents whose program is on PATH, or that have files in the home; the editor is always one of them.
 * @param home absolute
 * @param variables of the environment
 */
export function findAgents(home: string, variables: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const search = { path: variables['PATH'] ?? '', windows: process.platform === 'win32' };
  const installedAgents = [...hookFacts, ...hooklessAgents].filter(
    ({ id, program, home: [first = ''] }) =>
      program === undefined ||
      programFiles(program, search).some(isExecutable) ||
      existsSync(resolveHomeFile(id, getTracePath(id, first), home, variables)),
  );
  return new Set(installedAgents.map(({ id }) => id));
}

/**
 * A file or folder that only this agent creates: the top folder of its settings, or the one in `.config`, which many
 * programs share. VS Code also has settings in `.copilot`.
 */
function getTracePath(agent: string, settings: string): string {
  if (agent === 'copilot') return '.copilot/config.json';
  return /^(?:\.config\/)?[^/]+/.exec(settings)?.[0] ?? settings;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
