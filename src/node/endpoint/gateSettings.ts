// Writes the settings of the gate (the review of agents' edits) that hooks read while no window is open.
import { createHash, randomBytes } from 'node:crypto';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes `<home>/gate-<editor>.json` (mode 0600), from which a hook reads its answer while no window is open. Each
 * editor has a file of its own, since their settings differ; `resources/uninstall.js` removes it. The write is atomic,
 * since a hook may read the file at any moment.
 * @param extensionsFolder the folder of all installed extensions, which identifies the editor
 */
export async function writeGateSettings(
  home: string,
  extensionsFolder: string,
  settings: { readonly whenAway: 'agent' | 'deny' },
): Promise<void> {
  const editor = await realpath(extensionsFolder);
  const file = path.join(home, `gate-${createHash('sha256').update(editor).digest('hex').slice(0, 16)}.json`);
  // Older versions had one file for all editors.
  await rm(path.join(home, 'gate.json'), { force: true });
  const text = `${JSON.stringify({ ...settings, editor })}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
