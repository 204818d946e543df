// A notebook for tests of tools.
import { MemoryWorld } from './memoryWorld.ts';

const output = { output_type: 'stream', name: 'stdout', text: ['x = 1\n'] };
export const cellsOf = (...sources: readonly (readonly string[])[]): object[] =>
  sources.map((source, index) => ({
    cell_type: index === 0 ? 'markdown' : 'code',
    ...(index === 0 ? {} : { execution_count: index }),
    id: `id${index + 1}`,
    metadata: {},
    ...(index === 0 ? {} : { outputs: [output] }),
    source,
  }));

export function notebook(...sources: readonly (readonly string[])[]): string {
  const metadata = { language_info: { name: 'python' } };
  return `${JSON.stringify({ cells: cellsOf(...sources), metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
}

export const before = [['# Title'], ['x = 1\n', 'y = "é"'], ['x = 1\n', 'z = 3\n', 'print(x)']] as const;
export const n = 'n.ipynb';
export const world = (text = notebook(...before)): MemoryWorld => new MemoryWorld({ [n]: text });
