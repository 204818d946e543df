import { changesSince } from '../../src/tools/read/changesSince.ts';
import { findFiles } from '../../src/tools/read/findFiles.ts';
import { listDirectory } from '../../src/tools/read/listDirectory.ts';
import { pathInfo } from '../../src/tools/read/pathInfo.ts';
import { readFile } from '../../src/tools/read/readFile.ts';
import { searchText } from '../../src/tools/read/searchText.ts';
import type { WorkspaceChanges } from '../../src/tools/ports/queryPorts.ts';
import type { MemoryWorld } from '../tools/memoryWorld.ts';
import { common, type Section } from './example.ts';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]);
const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);
const fiveLines = { 'list.txt': 'one\ntwo\nthree\nfour\nfive\n' };
const withIgnored = { ...common, '.gitignore': 'dist/\n', 'dist/app.js': 'brew()\n' };

const since = (changes: Partial<WorkspaceChanges>) => (world: MemoryWorld) => {
  world.changes = { since: 0, changes: [], remaining: 0, notes: [], ...changes };
};

export const readSections: readonly Section[] = [
  {
    tool: readFile,
    examples: [
      { title: 'A file', input: { filePath: 'src/app.ts' } },
      { title: 'A page of it', input: { filePath: 'list.txt', startLine: 2, maxLines: 2 }, files: fiveLines },
      { title: 'An empty file', input: { filePath: 'empty.txt' }, files: { 'empty.txt': '' } },
      { title: 'No line ending at the end', input: { filePath: 'a.txt' }, files: { 'a.txt': 'one\r\ntwo' } },
      { title: 'Invalid bytes', input: { filePath: 'a.txt' }, files: { 'a.txt': latin } },
      { title: 'A long line', input: { filePath: 'long.txt' }, files: { 'long.txt': `${'long '.repeat(500)}\n` } },
      { title: 'An image', input: { filePath: 'tea.png' }, files: { 'tea.png': png } },
      { title: 'Past the end', input: { filePath: 'list.txt', startLine: 9 }, files: fiveLines },
      { title: 'Not text', input: { filePath: 'tea' }, files: { tea: elf } },
      { title: 'Not there, but a similar name is', input: { filePath: 'src/ap.ts' } },
      { title: 'Not there', input: { filePath: 'docs/howto.md' } },
      { title: 'Outside the workspace', input: { filePath: '../other/secret.txt' } },
      { title: 'A path that is refused', input: { filePath: 'src\\app.ts' } },
      { title: 'An invalid input', input: { filePath: 'src/app.ts', startLine: 0, line: 3 } },
    ],
  },
  {
    tool: listDirectory,
    examples: [
      { title: 'A folder', input: {} },
      { title: 'Everything below it', input: { recursive: true, includeHidden: true } },
      { title: 'A part', input: { recursive: true, maxEntries: 2 } },
      {
        title: 'With ignored entries',
        input: {},
        files: withIgnored,
        before: (world) => world.ignored.add('dist'),
      },
      { title: 'Not there', input: { dirPath: 'scr' } },
    ],
  },
  {
    tool: findFiles,
    examples: [
      { title: 'Some', input: { pattern: '*.ts' } },
      { title: 'One', input: { pattern: '**/tea.*' } },
      { title: 'A part', input: { pattern: '**', limit: 2 } },
      { title: 'None', input: { pattern: '*.js' }, files: withIgnored },
      { title: 'An invalid glob', input: { pattern: '*.{ts,js' } },
    ],
  },
  {
    tool: searchText,
    examples: [
      { title: 'Matches', input: { query: 'brew' } },
      { title: 'With context lines', input: { query: 'black', contextLines: 1 } },
      { title: 'Files only', input: { query: 'brew', outputMode: 'files' } },
      { title: 'Counts', input: { query: 'brew', outputMode: 'counts' } },
      { title: 'A part', input: { query: 'brew', maxMatches: 1 } },
      { title: 'None', input: { query: 'coffee' }, files: withIgnored },
      { title: 'None, and perhaps meant as an expression', input: { query: 'brew.*green' } },
      { title: 'An invalid expression', input: { query: '(brew', isRegex: true } },
      { title: 'Look-around without ripgrep', input: { query: 'brew(?=\\()', isRegex: true } },
    ],
  },
  {
    tool: pathInfo,
    examples: [
      { title: 'A file', input: { path: 'src/app.ts' } },
      { title: 'A folder', input: {}, files: { ...common, '.git/HEAD': 'ref: refs/heads/main\n' } },
      { title: 'Not text', input: { path: 'tea.png' }, files: { 'tea.png': png } },
      { title: 'A file that may contain secrets', input: { path: '.env' } },
      { title: 'Not there', input: { path: 'src/ap.ts' } },
      {
        title: 'A link to nothing',
        input: { path: 'latest' },
        before: (world) => (world.facts = { kind: 'symlink', linkTarget: 'v2', linkKind: 'nothing' }),
      },
    ],
  },
  {
    tool: changesSince,
    examples: [
      { title: 'The first call', input: {}, before: since({ since: undefined }) },
      { title: 'Nothing', input: {}, before: since({}) },
      {
        title: 'Something',
        input: {},
        before: since({
          changes: [
            { kind: 'created', path: 'src/pot.ts' },
            { kind: 'modified', path: 'README.md', before: '# Tea\n', after: '# Green tea\n', unsaved: true },
            { kind: 'deleted', path: 'src/old.ts' },
            { kind: 'renamed', from: 'a.txt', path: 'b.txt' },
          ],
          remaining: 1,
        }),
      },
    ],
  },
];
