// Writes an agent's hooks to where it reads them.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hookFacts } from '../../../src/core/dialects/hookFacts.ts';
import { hookFormats } from '../../../src/core/dialects/formats/hookFormats.ts';

/** The names of an agent's tools that its hook looks at, as Connect writes them. */
export function matcherOf(id: string): string {
  const known = hookFormats.get(id);
  if (known === undefined) throw new Error(`There is no hook of ${id}.`);
  return [...known.tools, ...known.shells].join('|');
}

/** Writes an agent's settings where `hookFacts` says that it looks for hooks in its user's home; in a folder, as `name`. */
export async function writeHookSettings(id: string, home: string, text: string, name = ''): Promise<void> {
  const place = hookFacts.find((facts) => facts.id === id)?.home[0];
  if (place === undefined) throw new Error(`There are no facts about ${id}.`);
  const file = path.join(home, place, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
