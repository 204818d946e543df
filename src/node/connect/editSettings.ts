// Checks whether settings files can be written, and edits their texts: large ones in a thread, since they would block the
// event loop for seconds.
import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isFulfilled } from '../../async/isFulfilled.ts';
import { editSettingsText, type EditedSettings, type SettingsEdit } from '../../core/connect/connectText.ts';

/**
 * Returns what prevents a write: the file, or the folder in which it would be replaced or created. Undefined if neither
 * is read-only. Resolves links.
 */
export async function findReadOnlyPart(
  file: string,
  isWindows = process.platform === 'win32',
): Promise<'file' | 'folder' | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real !== undefined && (await isReadOnly(real, isWindows))) return 'file';
  const folder = await findExistingAncestor(real ?? file);
  return (await isReadOnly(folder, isWindows)) ? 'folder' : undefined;
}

/** The deepest ancestor folder that exists, or the root. */
async function findExistingAncestor(filePath: string): Promise<string> {
  const parent = path.dirname(filePath);
  const isRoot = parent === filePath;
  if (isRoot || (await isFulfilled(stat(parent)))) return parent;
  return findExistingAncestor(parent);
}

/** Checks access, and the owner's write bit, since root has access without it. */
async function isReadOnly(filePath: string, isWindows: boolean): Promise<boolean> {
  if (!(await isFulfilled(access(filePath, constants.W_OK)))) return true;
  // On Windows, `access` has checked the attribute of a file. A folder with it is writable: it marks customized folders.
  return !isWindows && ((await stat(filePath)).mode & 0o200) === 0;
}

/** From this length on, in UTF-16 units, a text is edited in a thread, which takes 50 ms to start. */
const minThreadChars = 32 * 1024;

/** The file of the thread: in the folder of this one, in the sources and in the bundle. */
const threadFile = new URL(`./settingsThread${path.extname(import.meta.filename)}`, import.meta.url);

/** Edits a text as `editSettingsText` does. Rejects if the thread fails. */
export function editSettings(edit: SettingsEdit): Promise<EditedSettings> {
  return new Promise((resolve, reject) => {
    if ((edit.text?.length ?? 0) + (edit.before?.length ?? 0) < minThreadChars) resolve(editSettingsText(edit));
    else {
      const worker = new Worker(threadFile, { workerData: edit, env: {}, execArgv: [] });
      worker.once('message', resolve);
      worker.once('error', reject);
    }
  });
}
