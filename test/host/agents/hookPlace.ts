// Writes an agent's hooks to where it reads them.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hookFacts } from '../../../src/core/dialects/hookFacts.ts';

/** Writes an agent's settings where `hookFacts` says that it looks for hooks in its user's home; in a folder, as `name`. */
export async function writeHookSettings(id: string, home: string, text: string, name = ''): Promise<void> {
  const place = hookFacts.find((facts) => facts.id === id)?.home[0];
  if (place === undefined) throw new Error(`There are no facts about ${id}.`);
  const file = path.join(home, place, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
