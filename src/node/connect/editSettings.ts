// Edits the texts of settings files: large ones in a thread, since they would block the event loop for seconds.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { editSettingsText, type EditedSettings, type SettingsEdit } from '../../core/connect/connectText.ts';

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
