// Installs the launcher, the command `~/.redline/bin/redline` by which agents start the bridge to a window.
import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseScript, getScriptName, createScript, type LauncherScript, type ScriptNode } from './launcherScript.ts';
import {
  installProgram,
  findNewestProgram,
  removeOldPrograms,
  requiredFiles,
  type Program,
} from './launcherPrograms.ts';
import { isFulfilled } from '../../async/isFulfilled.ts';
import { makePrivateFolder } from './privateFolder.ts';

/** The launcher's target: an existing Node, and this version's program. */
export interface LauncherTarget extends ScriptNode, Program {}

/**
 * Writes `<home>/bin/redline` (`redline.cmd` on Windows), the command in agents' settings. Its path never changes, and
 * it starts the newest program in `<home>/bin`, so both survive updates of the extension. An older version keeps a
 * newer one's launcher, unless the Node in it is gone. An identical file is not written.
 */
export async function installLauncher(home: string, target: LauncherTarget): Promise<void> {
  const folder = path.join(home, 'bin');
  await makePrivateFolder(home);
  await makePrivateFolder(folder);
  const scriptPath = path.join(folder, getScriptName());
  // Installs the program before the launcher, which must never name an incomplete program.
  const ownProgram = await installProgram(folder, target);
  let programFolder: string;
  let newestProgram = await findNewestProgram(folder, ownProgram);
  do {
    programFolder = newestProgram;
    await writeScript(
      scriptPath,
      { home, programFolder, node: target },
      { isOwnProgram: programFolder === ownProgram },
    );
    // Another window may have installed a newer version since the comparison.
    newestProgram = await findNewestProgram(folder, programFolder);
  } while (newestProgram !== programFolder);
  await removeOldPrograms(folder);
}

/**
 * Whether the launcher can be executed, and the Node and the program named in it exist. The Node of another editor may
 * be removed while this window is open, and a tool that restores the home may lose the execute bit.
 */
export async function isLauncherIntact(home: string): Promise<boolean> {
  const folder = path.join(home, 'bin');
  const scriptPath = path.join(folder, getScriptName());
  const script = parseScript(await readFile(scriptPath, 'utf8').catch(() => ''));
  if (script === undefined || !(await isExecutable(scriptPath))) return false;
  const programFiles = requiredFiles.map((name) => path.join(folder, script.programFolder, name));
  return [script.execPath, ...programFiles].every(existsSync);
}

/** Writes the launcher, unless it has this text already, or starts another version's program by an existing Node. */
async function writeScript(
  file: string,
  script: LauncherScript,
  { isOwnProgram }: { readonly isOwnProgram: boolean },
): Promise<void> {
  const existingText = await readFile(file, 'utf8').catch(() => '');
  const existing = parseScript(existingText);
  const isOthersLauncherIntact =
    !isOwnProgram && existing?.programFolder === script.programFolder && existsSync(existing.execPath);
  const text = createScript(script);
  if (isOthersLauncherIntact || existingText === text) {
    if (!(await isExecutable(file))) await chmod(file, 0o700);
    return;
  }
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, text, { mode: 0o700 });
  // The umask may have removed the execute bit from the mode of the new file.
  await chmod(draft, 0o700);
  await rename(draft, file);
}

function isExecutable(file: string): Promise<boolean> {
  return isFulfilled(access(file, constants.X_OK));
}
