import { applyPatch } from '../../src/tools/change/applyPatch.ts';
import { createDirectory } from '../../src/tools/change/createDirectory.ts';
import { deletePath } from '../../src/tools/change/deletePath.ts';
import { editFile } from '../../src/tools/change/edit/editFile.ts';
import { editNotebook } from '../../src/tools/change/editNotebook.ts';
import { deleteLines, replaceLines } from '../../src/tools/change/edit/lineTools.ts';
import { copyPath, movePath } from '../../src/tools/change/moveCopy.ts';
import { multiEdit } from '../../src/tools/change/edit/multiEdit.ts';
import { renameSymbol } from '../../src/tools/change/renameSymbol.ts';
import type { RangeEdit } from '../../src/tools/ports/languagePorts.ts';
import { readFile } from '../../src/tools/read/readFile.ts';
import { call, common, type Section } from './example.ts';
import type { MemoryWorld } from '../tools/memoryWorld.ts';

const green = { filePath: 'src/app.ts', oldString: 'brew("green", 2)', newString: 'brew("green", 3)' };
const app = { filePath: 'src/app.ts' };
const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);
const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]);

const patch = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const head = ['--- a/src/app.ts', '+++ b/src/app.ts'];
const longer = patch(...head, '@@ -3,2 +3,2 @@', '-brew("green", 2);', '+brew("green", 3);', ' brew("black", 4);');

const rename = { filePath: 'src/app.ts', symbol: 'brew', newName: 'steep', line: 1 };

const notebook = {
  'tea.ipynb': `${JSON.stringify(
    {
      cells: [
        { cell_type: 'markdown', id: 'a1', metadata: {}, source: ['# Tea'] },
        {
          cell_type: 'code',
          execution_count: 1,
          id: 'b2',
          metadata: {},
          outputs: [{ name: 'stdout', output_type: 'stream', text: ['3\n'] }],
          source: ['minutes = 3\n', 'print(minutes)'],
        },
      ],
      metadata: { language_info: { name: 'python' } },
      nbformat: 4,
      nbformat_minor: 5,
    },
    undefined,
    1,
  )}\n`,
};
const tea = { filePath: 'tea.ipynb' };

/** A language service that finds the symbol at these places, as line and column. */
const renames =
  (...places: readonly (readonly [path: string, line: number, column: number])[]) =>
  (world: MemoryWorld): void => {
    const files = new Map<string, RangeEdit[]>();
    for (const [path, line, column] of places) {
      const edit = { start: { line, column }, end: { line, column: column + 4 }, text: 'steep' };
      files.set(`file:///ws/${path}`, [...(files.get(`file:///ws/${path}`) ?? []), edit]);
    }
    world.languages = { ...world.languages, rename: async () => ({ files, moves: [], createsOrDeletes: false }) };
  };

export const changeSections: readonly Section[] = [
  {
    tool: editFile,
    examples: [
      { title: 'Done', input: green },
      { title: 'A dry run', input: { ...green, dryRun: true } },
      { title: 'Every place', input: { ...app, oldString: 'brew(', newString: 'steep(', replaceAll: true } },
      { title: 'No match, but a close place', input: { ...green, oldString: "brew('green', 3)" } },
      { title: 'No match', input: { ...green, oldString: 'coffee' } },
      { title: 'More than one match', input: { ...app, oldString: 'brew(', newString: 'steep(' } },
      {
        title: 'Another number of matches',
        input: { ...app, oldString: 'brew(', newString: 'x(', expectedReplacements: 3 },
      },
      { title: 'Equal texts', input: { ...green, newString: green.oldString } },
      { title: 'Another hash', input: { ...green, expectedSha256: '0'.repeat(64) } },
      {
        title: 'The file changed since it was read',
        input: { ...green, oldString: 'brew("green", 5)' },
        before: async (world) => {
          await call(readFile, app, world);
          world.put('src/app.ts', common['src/app.ts']?.toString().replace('2', '5') ?? '');
        },
      },
      { title: 'Not text', input: { ...green, filePath: 'tea' }, files: { tea: elf } },
      {
        title: 'Bytes that its encoding cannot represent',
        input: { filePath: 'a.txt', oldString: 'caf', newString: 'Caf' },
        files: { 'a.txt': latin },
        before: (world) => world.encodings.set('a.txt', 'shift_jis'),
      },
    ],
  },
  {
    tool: multiEdit,
    examples: [
      {
        title: 'Done',
        input: { edits: [green, { filePath: 'README.md', oldString: 'How long', newString: 'For how long' }] },
      },
      { title: 'One of them fails', input: { edits: [green, { ...app, oldString: 'milk', newString: 'sugar' }] } },
      { title: 'No file', input: { edits: [{ oldString: 'a', newString: 'b' }] } },
      {
        title: 'They cancel each other out',
        input: { edits: [green, { ...app, oldString: green.newString, newString: green.oldString }] },
      },
    ],
  },
  {
    tool: applyPatch,
    examples: [
      { title: 'Done', input: { patchText: longer } },
      {
        title: 'Already applied',
        input: { patchText: longer },
        before: (world) => call(applyPatch, { patchText: longer }, world),
      },
      { title: 'No patch', input: { patchText: 'brew green tea for 3 minutes' } },
      {
        title: 'Another version of the file',
        input: { patchText: patch(...head, '@@ -3,1 +3,1 @@', '-brew("white", 1);', '+brew("white", 2);') },
      },
      {
        title: 'A new file that already exists',
        input: { patchText: patch('*** Begin Patch', '*** Add File: README.md', '+# Tea', '*** End Patch') },
      },
      { title: 'Truncated', input: { patchText: patch(...head, '@@ -3,2 +3,2 @@', '-brew("green", 2);') } },
    ],
  },
  {
    tool: replaceLines,
    examples: [
      {
        title: 'Done',
        input: { ...app, startLine: 3, newContent: 'brew("green", 3);' },
        before: (world) => call(readFile, app, world),
      },
      { title: 'Not read before', input: { ...app, startLine: 3, endLine: 4, newContent: 'brew("green", 3);' } },
      { title: 'Other lines', input: { ...app, startLine: 3, expectedText: 'brew();', newContent: 'x' } },
      { title: 'Past the end', input: { ...app, startLine: 9, newContent: 'x' } },
      { title: 'A pattern on two lines', input: { ...app, startPattern: 'brew("', newContent: 'x' } },
    ],
  },
  {
    tool: deleteLines,
    examples: [
      { title: 'Done', input: { ...app, startPattern: 'green', expectedText: 'brew("green", 2);' } },
      { title: 'A pattern that matches no line', input: { ...app, startPattern: 'milk' } },
      { title: 'No first line', input: app },
    ],
  },
  {
    tool: createDirectory,
    examples: [
      { title: 'Done, with a parent', input: { dirPath: 'docs/pictures' } },
      { title: 'Already there', input: { dirPath: 'src' } },
      { title: 'A file is there', input: { dirPath: 'README.md' } },
      { title: 'No parent', input: { dirPath: 'docs/pictures', parents: false } },
    ],
  },
  {
    tool: deletePath,
    examples: [
      { title: 'A file', input: { path: 'README.md' } },
      { title: 'A folder', input: { path: 'src', recursive: true } },
      { title: 'A folder without recursive', input: { path: 'src' } },
      { title: 'The workspace folder', input: { path: '.' } },
    ],
  },
  {
    tool: movePath,
    examples: [
      { title: 'A file', input: { from: 'README.md', to: 'docs/README.md' } },
      { title: 'Onto another', input: { from: 'README.md', to: 'src/app.ts' } },
      { title: 'Into itself', input: { from: 'src', to: 'src/lib/src' } },
    ],
  },
  {
    tool: copyPath,
    examples: [
      { title: 'A file', input: { from: 'README.md', to: 'docs/README.md' } },
      { title: 'Onto itself', input: { from: 'README.md', to: 'README.md' } },
    ],
  },
  {
    tool: renameSymbol,
    examples: [
      {
        title: 'Done',
        input: rename,
        before: renames(['src/app.ts', 0, 9], ['src/app.ts', 2, 0], ['src/app.ts', 3, 0], ['src/tea.ts', 0, 16]),
      },
      { title: 'Not on that line', input: { ...rename, line: 2 } },
      { title: 'Twice on the line', input: rename, files: { 'src/app.ts': 'brew(brew);\nbrew;\n' } },
      { title: 'Refused by the language service', input: rename },
      { title: 'The service has an older text', input: rename, before: renames(['src/app.ts', 1, 0]) },
    ],
  },
  {
    tool: editNotebook,
    examples: [
      {
        title: 'A new cell',
        input: { ...tea, action: 'insert', after: 'b2', source: 'minutes += 1' },
        files: notebook,
      },
      { title: 'Deleted', input: { ...tea, action: 'delete', cell: 'a1' }, files: notebook },
      { title: 'By its number, unread', input: { ...tea, action: 'delete', cell: '2' }, files: notebook },
      { title: 'No such cell', input: { ...tea, action: 'delete', cell: 'c3' }, files: notebook },
      { title: 'No valid notebook', input: { ...tea, action: 'delete', cell: '1' }, files: { 'tea.ipynb': '{' } },
    ],
  },
  {
    tool: editFile,
    heading: 'in a notebook',
    examples: [
      { title: 'Done', input: { ...tea, oldString: 'minutes = 3', newString: 'minutes = 4' }, files: notebook },
      { title: 'In several cells', input: { ...tea, oldString: 'e', newString: 'E' }, files: notebook },
      { title: 'In no cell', input: { ...tea, oldString: '"outputs"', newString: '""' }, files: notebook },
    ],
  },
];
