// Installs the launcher that agents start.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readScript, getScriptName, createScript, type ScriptNode } from './launcherScript.ts';
import { installProgram, findNewestProgram, removeOldPrograms, type Program } from './launcherPrograms.ts';
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
  const file = path.join(folder, getScriptName());
  const installed = await installProgram(folder, target);
  let program = await findNewestProgram(folder, installed);
  await writeScript(file, { home, program, node: target }, program === installed);
  // Another window may have installed a newer version since the comparison.
  for (let writtenProgram = ''; writtenProgram !== program;) {
    writtenProgram = program;
    program = await findNewestProgram(folder, writtenProgram);
    if (program !== writtenProgram) await writeScript(file, { home, program, node: target }, false);
  }
  await removeOldPrograms(folder);
}

/** Whether what the launcher starts is there: the Node of another editor may go while this one is open. */
export async function isLauncherIntact(home: string): Promise<boolean> {
  const folder = path.join(home, 'bin');
  const script = readScript(await readFile(path.join(folder, getScriptName()), 'utf8').catch(() => ''));
  return script !== undefined && [script.execPath, path.join(folder, script.program, 'bridge.cjs')].every(existsSync);
}

async function writeScript(file: string, script: Parameters<typeof createScript>[0], isOwn: boolean): Promise<void> {
  const existingText = await readFile(file, 'utf8').catch(() => '');
  const existing = readScript(existingText);
  const isLeftAlone = !isOwn && existing?.program === script.program && existsSync(existing.execPath);
  const text = createScript(script);
  if (isLeftAlone || existingText === text) return;
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, text, { mode: 0o700 });
  // The umask narrows the mode of a new file, and may remove the execute bit.
  await chmod(draft, 0o700);
  await rename(draft, file);
}
