// A language service with one answer, for tests of tools.
import type { LanguageServices, RangeEdit } from '../../src/tools/ports/languagePorts.ts';
import { MemoryWorld } from './memoryWorld.ts';

export const edit = (line: number, column: number, length: number, text: string): RangeEdit => ({
  start: { line, column },
  end: { line, column: column + length },
  text,
});

type Edits = Readonly<Record<string, readonly RangeEdit[]>>;

/** A language service with one answer; `asked` keeps what it was asked. */
export function service(
  edits: Edits,
  rest: Partial<{ moves: { from: string; to: string }[]; createsOrDeletes: boolean }> = {},
) {
  const asked: unknown[] = [];
  const languages: LanguageServices = {
    rename: async (uri, at, newName, known) => {
      asked.push({ uri, at, newName, known });
      const files = new Map(Object.entries(edits).map(([path, each]) => [`file:///ws/${path}`, each]));
      return { files, moves: [], createsOrDeletes: false, ...rest };
    },
    definitions: async () => ['file:///ws/lib/helper.ts'],
  };
  return { languages, asked };
}

export function worldWith(
  files: Readonly<Record<string, string>>,
  { languages }: { languages: LanguageServices },
): MemoryWorld {
  const world = new MemoryWorld(files);
  world.languages = languages;
  return world;
}
