// Reads the settings that VS Code windows write for the gate (Redline's review of agents' own edits), and switches it
// off and on for a folder.
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  changeOffFolders,
  isLeftOffDraft,
  offDraftFile,
  offFile,
  readOffFolders,
  type OffFiles,
} from '../core/endpoint/redlineHome.ts';
import { isInFolder } from '../core/path/pathParts.ts';
import { parseFields } from '../core/endpoint/parseJson.ts';
import { listNames, readTextOrEmpty } from './readFiles.ts';

/** The settings of the gate, merged from all editors of the user. */
export interface GateSettings {
  /** The hook's answer if no window can be asked: none, so that the agent decides, or a denial. */
  readonly whenAway: 'agent' | 'deny';
}

/** Reads `gate-<editor>.json` of all editors (`gate.json` by older versions). One `deny` among them decides. */
export function readGateSettings(home: string): GateSettings {
  const files = listNames(home).filter((name) => /^gate\b.*\.json$/.test(name));
  const isDenied = files.some((name) => {
    const fields = parseFields(readTextOrEmpty(path.join(home, name)));
    const editor = fields?.['editor'];
    // `editor` is the editor's folder of extensions. An uninstalled editor does not count: nobody could change its
    // setting.
    return fields?.['whenAway'] === 'deny' && (typeof editor !== 'string' || existsSync(editor));
  });
  return { whenAway: isDenied ? 'deny' : 'agent' };
}

/** Whether the user has switched the gate off for this folder or an ancestor. */
export function isGateOff(home: string, cwd: string): boolean {
  return readGateState(home)(cwd);
}

/** Reads where the gate is off. Returns a function like `isGateOff`, for many folders. */
export function readGateState(home: string): (cwd: string) => boolean {
  const offFolders = readOffFile(home);
  return (cwd) => offFolders.some((folder) => isInFolder(cwd, folder, path.sep));
}

/** Switches the gate off or on for a folder (canonical path). Returns a sentence about the new state. */
export async function switchGate(home: string, cwd: string, newState: 'off' | 'on'): Promise<string> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const offFolders = await changeOffFolders(offFilesIn(home), (folders) => {
    const otherFolders = folders.filter((folder) => folder !== cwd);
    return newState === 'off' ? [...otherFolders, cwd] : otherFolders;
  });
  if (newState === 'off')
    return `Agents change files in ${cwd} without Redline's review until you run \`redline on\` there.`;
  if (isGateOff(home, cwd)) return `The gate is still off in ${cwd}: it was switched off in a folder above it.`;
  const foldersBelow = offFolders.filter((folder) => isInFolder(folder, cwd, path.sep));
  const exceptions =
    foldersBelow.length === 0 ? '' : `, but not in ${foldersBelow.join(', ')}: run \`redline on\` there, too`;
  return `Agents' own edits in ${cwd} are reviewed${exceptions}.`;
}

function offFilesIn(home: string): OffFiles {
  const draft = path.join(home, offDraftFile);
  return {
    createDraft: () => writeFileSync(draft, '', { flag: 'wx', mode: 0o600 }),
    isDraftLeft() {
      // `lstat`, since a link without a target exists, too.
      const stats = lstatSync(draft, { throwIfNoEntry: false });
      return stats !== undefined && isLeftOffDraft(stats.mtimeMs, Date.now());
    },
    removeDraft: () => rmSync(draft, { force: true }),
    read: () => readTextOrEmpty(path.join(home, offFile)),
    replace(text) {
      writeFileSync(draft, text);
      renameSync(draft, path.join(home, offFile));
    },
    wait: delay,
  };
}

function readOffFile(home: string): string[] {
  return readOffFolders(readTextOrEmpty(path.join(home, offFile)));
}
