// Writes the gate settings that hooks read while no window is open.
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes `<home>/gate.json` (mode 0600), from which a hook reads its answer while no window is open. Atomic, since a
 * hook may read it at any moment.
 */
export async function writeGateSettings(
  home: string,
  settings: { readonly whenAway: 'agent' | 'deny' },
): Promise<void> {
  const file = path.join(home, 'gate.json');
  const text = `${JSON.stringify(settings)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
