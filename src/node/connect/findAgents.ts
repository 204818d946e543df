// Finds the agents that are installed: by their programs, and by the folders of their settings.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolveHomeFile } from '../../core/connect/agentFiles.ts';
import { programFiles } from '../../core/connect/programFiles.ts';
import { hookFacts, hooklessAgents } from '../../core/dialects/hookFacts.ts';

/**
 * Ids of the agents whose program is on PATH, or that have files in the home folder. An agent without a program, such as
 * the editor's own, is always found.
 * @param home absolute path of the home folder
 * @param variables the environment's: `PATH`, and those that relocate agents' files
 */
export function findAgents(home: string, variables: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const search = { path: variables['PATH'] ?? '', windows: process.platform === 'win32' };
  const installedAgents = [...hookFacts, ...hooklessAgents].filter(
    ({ id, program, home: [firstSettings = ''] }) =>
      program === undefined ||
      programFiles(program, search).some(isExecutable) ||
      existsSync(resolveHomeFile(id, getOwnPath(id, firstSettings), home, variables)),
  );
  return new Set(installedAgents.map(({ id }) => id));
}

/**
 * A file or folder in the home folder that only this agent creates: the top folder of its settings; in `.config`, which
 * many programs share, the folder below it.
 */
function getOwnPath(agent: string, settings: string): string {
  // Copilot CLI shares `.copilot` with VS Code.
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
