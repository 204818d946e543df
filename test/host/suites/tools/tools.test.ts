import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, useGround } from '../ground.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One call of a tool: what is there before, what is sent, and what must be answered and be there afterwards. */
interface Row {
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  readonly input: (path: (file: string) => string) => Fields;
  readonly answer: (result: Fields, path: (file: string) => string) => void;
  /** The files afterwards, by name; undefined for one that is gone. */
  readonly after?: Readonly<Record<string, string | undefined>>;
}

const names = (list: unknown, field: string): unknown[] => (list as Fields[]).map((each) => each[field]);

const rows: readonly Row[] = [
  {
    tool: 'read_file',
    files: { 'a.txt': 'one\r\ntwo\r\n' },
    input: (path) => ({ filePath: path('a.txt'), startLine: 2 }),
    answer: ({ content, totalLines, eol }) => {
      assert.match(String(content), /two/);
      assert.deepEqual([totalLines, eol], [2, 'CRLF']);
    },
  },
  {
    tool: 'list_directory',
    files: { 'a.txt': '1', 'sub/b.txt': '22' },
    input: (path) => ({ dirPath: path('.'), recursive: true }),
    answer: ({ entries }, path) => assert.deepEqual(names(entries, 'path'), ['a.txt', 'sub', 'sub/b.txt'].map(path)),
  },
  {
    tool: 'find_files',
    files: { 'a.ts': '', 'sub/b.ts': '', 'c.js': '' },
    input: (path) => ({ pattern: '**/*.ts', path: path('.') }),
    answer: ({ files }, path) => assert.deepEqual(files, [path('a.ts'), path('sub/b.ts')]),
  },
  {
    tool: 'search_text',
    files: { 'a.txt': 'x needle y\nneedle\n', '.gitignore': 'b.txt\n', 'b.txt': 'needle\n' },
    input: (path) => ({ query: 'needle', path: path('.') }),
    answer: ({ matches }, path) => {
      assert.deepEqual(names(matches, 'filePath'), [path('a.txt'), path('a.txt')]);
      assert.deepEqual(names(matches, 'line'), [1, 2]);
    },
  },
  {
    tool: 'path_info',
    files: { 'a.txt': 'one\n' },
    input: (path) => ({ path: path('a.txt') }),
    answer: ({ exists, type, size, lines, absolutePath }, path) => {
      assert.deepEqual([exists, type, size, lines], [true, 'file', 4, 1]);
      assert.ok(
        String(absolutePath)
          .replaceAll('\\', '/')
          .endsWith(`/${path('a.txt')}`),
      );
      assert.notEqual(absolutePath, path('a.txt'));
    },
  },
  {
    tool: 'changes_since',
    files: { 'a.txt': 'one\n' },
    input: (path) => ({ path: path('.') }),
    answer: ({ modified, deleted }) => assert.deepEqual([modified, deleted], [[], []]),
  },
  {
    tool: 'write_file',
    files: {},
    input: (path) => ({ filePath: path('new/a.txt'), content: 'new\r\n' }),
    answer: ({ created }) => assert.equal(created, true),
    after: { 'new/a.txt': 'new\r\n' },
  },
  {
    tool: 'edit_file',
    files: { 'a.txt': 'one\r\ntwo' },
    input: (path) => ({ filePath: path('a.txt'), oldString: 'two', newString: 'TWO' }),
    answer: ({ replacements, tier }) => assert.deepEqual([replacements, tier], [1, 'exact']),
    after: { 'a.txt': 'one\r\nTWO' },
  },
  {
    tool: 'multi_edit',
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    input: (path) => ({
      edits: [
        { filePath: path('a.txt'), oldString: 'one', newString: '1' },
        { filePath: path('b.txt'), oldString: 'two', newString: '2' },
      ],
    }),
    answer: ({ totalReplacements }) => assert.equal(totalReplacements, 2),
    after: { 'a.txt': '1\n', 'b.txt': '2\n' },
  },
  {
    tool: 'apply_patch',
    files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'gone\n' },
    input: (path) => ({
      patchText: [
        '*** Begin Patch',
        `*** Update File: ${path('a.txt')}`,
        '@@',
        ' one',
        '-two',
        '+TWO',
        `*** Add File: ${path('c.txt')}`,
        '+new',
        `*** Delete File: ${path('b.txt')}`,
        '*** End Patch',
      ].join('\n'),
    }),
    answer: ({ filesModified }) => assert.equal(filesModified, 3),
    after: { 'a.txt': 'one\nTWO\n', 'b.txt': undefined, 'c.txt': 'new\n' },
  },
  {
    tool: 'replace_lines',
    files: { 'a.txt': '1\n2\n3\n' },
    input: (path) => ({ filePath: path('a.txt'), startLine: 2, endLine: 2, newContent: 'II', expectedText: '2' }),
    answer: (result) => assert.equal(typeof result['sha256After'], 'string'),
    after: { 'a.txt': '1\nII\n3\n' },
  },
  {
    tool: 'delete_lines',
    files: { 'a.txt': '1\n2\n3\n' },
    input: (path) => ({ filePath: path('a.txt'), startLine: 1, endLine: 2, expectedText: '1\n2' }),
    answer: (result) => assert.equal(typeof result['sha256After'], 'string'),
    after: { 'a.txt': '3\n' },
  },
  {
    tool: 'create_directory',
    files: {},
    input: (path) => ({ dirPath: path('x/y') }),
    answer: ({ created }) => assert.equal(created, true),
  },
  {
    tool: 'delete',
    files: { 'f/a.txt': '1', 'f/g/b.txt': '2', 'c.txt': 'kept' },
    input: (path) => ({ path: path('f'), recursive: true }),
    answer: () => undefined,
    after: { 'f/a.txt': undefined, f: undefined, 'c.txt': 'kept' },
  },
  {
    tool: 'move',
    files: { 'f/a.txt': '1', 'f/g/b.txt': '2' },
    input: (path) => ({ from: path('f'), to: path('h') }),
    answer: () => undefined,
    after: { f: undefined, 'h/a.txt': '1', 'h/g/b.txt': '2' },
  },
  {
    tool: 'copy',
    files: { 'f/a.txt': '1' },
    input: (path) => ({ from: path('f'), to: path('h') }),
    answer: () => undefined,
    after: { 'f/a.txt': '1', 'h/a.txt': '1' },
  },
  {
    tool: 'rename_symbol',
    files: { 'a.kettle': 'qux\n', 'b.kettle': 'qux' },
    input: (path) => ({ filePath: path('a.kettle'), symbol: 'qux', newName: 'chai', line: 1 }),
    answer: ({ unchanged }, path) => assert.deepEqual(unchanged, [`${path('b.kettle')}:1`]),
    after: { 'a.kettle': 'chai\n', 'b.kettle': 'qux' },
  },
  {
    tool: 'edit_notebook',
    files: { 'n.ipynb': '{"cells":[],"nbformat":4,"nbformat_minor":4}' },
    input: (path) => ({ filePath: path('n.ipynb'), action: 'insert', kind: 'raw', source: 'x\ny' }),
    answer: ({ cell, id }) => assert.deepEqual([cell, id], [1, null]),
    after: {
      'n.ipynb': '{"cells":[{"cell_type":"raw","metadata":{},"source":["x\\n","y"]}],"nbformat":4,"nbformat_minor":4}',
    },
  },
];

/** A language service that any host can run: it renames the first three characters of a file. */
const kettleService: vscode.RenameProvider = {
  provideRenameEdits(document, _position, newName) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 3), newName);
    return edit;
  },
};

describe('every tool', () => {
  const ground = useGround('tools');
  let service: vscode.Disposable | undefined;
  before(() => {
    service = vscode.languages.registerRenameProvider({ pattern: '**/*.kettle' }, kettleService);
  });
  after(() => service?.dispose());

  for (const { tool, files, input, answer, after = {} } of rows) {
    it(`${tool} does its work`, async () => {
      for (const [file, content] of Object.entries(files)) ground.put(file, content);
      // The watchers tell of the files a moment later; what a search finds must not hang on that.
      const result = await ground.done(`redline_${tool}`, input(ground.path));
      answer(result as Fields, ground.path);
      for (const [file, content] of Object.entries(after)) {
        assert.equal(ground.exists(file) ? ground.text(file) : undefined, content, file);
      }
    });
  }

  it('is called here', async () => {
    const { tools } = await api();
    const called = new Set(rows.map(({ tool }) => `redline_${tool}`));
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !called.has(name)),
      [],
    );
  });
});
