import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { api, eventually, set, useGround } from '../ground.ts';

const { executeCommand } = vscode.commands;

/** Each query tool with an input, and what its answer says. */
const queries: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>, says: RegExp])[] = [
  ['redline_read_file', { filePath: 'a.txt' }, /1→one tea/],
  ['redline_list_directory', { dirPath: '.' }, /a\.txt/],
  ['redline_find_files', { pattern: '**/a.txt', path: '.' }, /a\.txt/],
  ['redline_search_text', { query: 'one tea', path: '.' }, /1 match/],
  ['redline_path_info', { path: 'a.txt' }, /file/],
  ['redline_changes_since', { path: '.' }, /./],
];

/** Each change tool with an input, and what it leaves in the files. */
const changes: readonly (readonly [
  tool: string,
  input: Readonly<Record<string, unknown>>,
  file: string,
  text: string,
])[] = [
  ['redline_write_file', { filePath: 'n.txt', content: 'new\n' }, 'n.txt', 'new\n'],
  ['redline_edit_file', { filePath: 'a.txt', oldString: 'one', newString: 'two' }, 'a.txt', 'two tea\nand more\n'],
  [
    'redline_multi_edit',
    { edits: [{ filePath: 'a.txt', oldString: 'more', newString: 'less' }] },
    'a.txt',
    'one tea\nand less\n',
  ],
  [
    'redline_replace_lines',
    { filePath: 'a.txt', startLine: 2, expectedText: 'and more', newContent: 'x' },
    'a.txt',
    'one tea\nx\n',
  ],
  ['redline_delete_lines', { filePath: 'a.txt', startLine: 2, expectedText: 'and more' }, 'a.txt', 'one tea\n'],
  ['redline_move', { from: 'a.txt', to: 'b.txt' }, 'b.txt', 'one tea\nand more\n'],
  ['redline_copy', { from: 'a.txt', to: 'b.txt' }, 'b.txt', 'one tea\nand more\n'],
];

describe('commands for people', () => {
  const ground = useGround('palette');

  /** The paths of an input, in the folder of this test. */
  function here(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const paths = new Set(['filePath', 'dirPath', 'path', 'from', 'to']);
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        if (Array.isArray(value)) return [name, value.map(here)];
        return [name, paths.has(name) ? ground.path(String(value)) : value];
      }),
    );
  }

  async function answer(): Promise<string> {
    await eventually(
      'the answer in an editor',
      () => vscode.window.activeTextEditor?.document.uri.scheme === 'redline-result',
    );
    return vscode.window.activeTextEditor?.document.getText() ?? '';
  }

  it('are there, all that the manifest names, in menus, keys, welcome texts and the walkthrough too', async () => {
    const extension = vscode.extensions.getExtension('redline-tools.redline');
    await extension?.activate();
    const manifest = extension?.packageJSON;
    const known = new Set(await vscode.commands.getCommands());
    const named: readonly { readonly command: string }[] = [
      ...manifest.contributes.commands,
      ...manifest.contributes.keybindings,
      ...Object.values<readonly { readonly command: string }[]>(manifest.contributes.menus)
        .flat()
        .filter((entry) => !('submenu' in entry)),
    ];
    const texts = readFileSync(path.join(extension?.extensionPath ?? '', 'package.nls.json'), 'utf8');
    const linked = [...texts.matchAll(/\(command:([\w.]+)/g)].map(([, command = '']) => command);
    assert.ok(linked.length >= 8, `${linked.length} links`);
    const missing = [...named.map(({ command }) => command), ...linked].filter((command) => !known.has(command));
    assert.deepEqual(missing, []);
  });

  it('have a form for each property that a tool needs', () => {
    const manifest = vscode.extensions.getExtension('redline-tools.redline')?.packageJSON;
    const tools: readonly { name: string; inputSchema: { properties: object; required?: readonly string[] } }[] =
      manifest.contributes.languageModelTools;
    const lacking = tools.flatMap(({ name, inputSchema: { properties, required = [] } }) =>
      required.filter((property) => !(property in properties)).map((property) => `${name}: ${property}`),
    );
    assert.deepEqual(lacking, []);
  });

  for (const [tool, input, says] of queries) {
    it(`${tool} shows its answer in an editor`, async () => {
      ground.put('a.txt', 'one tea\nand more\n');
      await executeCommand('redline.runTool', { tool, input: here(input) });
      assert.match(await answer(), says);
    });
  }

  for (const [tool, input, file, text] of changes) {
    it(`${tool} changes the files, and shows what it wrote`, async () => {
      ground.put('a.txt', 'one tea\nand more\n');
      await executeCommand('redline.runTool', { tool, input: here(input) });
      assert.equal(ground.text(file), text);
      const shown = (): boolean => vscode.window.activeTextEditor?.document.uri.path.endsWith(`/${file}`) === true;
      await eventually('the file in an editor', shown);
      await executeCommand('redline.undoLastChange', { ask: false });
      assert.equal(ground.text('a.txt'), 'one tea\nand more\n');
    });
  }

  it('edit the cells of a notebook by their numbers', async () => {
    const cell = (source: string): object => ({ cell_type: 'markdown', metadata: {}, source });
    const json = (...sources: readonly string[]): string =>
      `${JSON.stringify({ cells: sources.map(cell), metadata: {}, nbformat: 4, nbformat_minor: 4 }, undefined, 1)}\n`;
    ground.put('n.ipynb', json('one', 'two', 'three'));
    const edit = (input: Readonly<Record<string, unknown>>): Thenable<unknown> =>
      executeCommand('redline.runTool', {
        tool: 'redline_edit_notebook',
        input: { filePath: ground.path('n.ipynb'), ...input },
      });
    await edit({ action: 'delete', cell: '2' });
    assert.equal(ground.text('n.ipynb'), json('one', 'three'));
    await edit({ action: 'move', cell: '2', after: '0' });
    assert.equal(ground.text('n.ipynb'), json('three', 'one'));
    await executeCommand('redline.runTool', {
      tool: 'redline_edit_file',
      input: { filePath: ground.path('n.ipynb'), cell: '1', oldString: 'three', newString: 'four' },
    });
    assert.equal(ground.text('n.ipynb'), json('four', 'one'));
  });

  it('make and delete folders', async () => {
    await executeCommand('redline.runTool', { tool: 'redline_create_directory', input: here({ dirPath: 'x/y' }) });
    assert.ok(ground.exists('x/y'));
    await executeCommand('redline.runTool', {
      tool: 'redline_delete',
      input: { ...here({ path: 'x' }), recursive: true },
    });
    assert.ok(!ground.exists('x'));
  });

  it('answer for what was clicked on in the explorer, without a question', async () => {
    ground.put('a.txt', 'one tea\nand more\n');
    await executeCommand('redline.pathInfo', ground.uri('a.txt'));
    assert.match(await answer(), /a\.txt/);
    const patch = ['--- a.txt', '+++ a.txt', '@@ -1,2 +1,2 @@', '-one tea', '+two teas', ' and more', ''].join('\n');
    ground.put('a.patch', patch.replaceAll(' a.txt', ` ${ground.path('a.txt')}`));
    await executeCommand('redline.applyPatch', ground.uri('a.patch'));
    assert.equal(ground.text('a.txt'), 'two teas\nand more\n');
  });

  it('write lines of a patch that end in CRLF below headers that end in LF, as git writes them', async () => {
    const name = ground.path('crlf.txt');
    const patch = `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1,2 @@\n+one\r\n+two\r\n`;
    ground.put('git.patch', patch);
    await executeCommand('redline.applyPatch', ground.uri('git.patch'));
    assert.equal(ground.text('crlf.txt'), 'one\r\ntwo\r\n');
  });

  it('keep the rest of the input from a key binding that lacks the patch', async () => {
    const name = ground.path('a.txt');
    ground.put('a.txt', 'one tea\n');
    ground.put('dry.patch', `--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-one tea\n+two teas\n`);
    await vscode.window.showTextDocument(ground.uri('dry.patch'));
    await executeCommand('redline.runTool', { tool: 'redline_apply_patch', input: { dryRun: true } });
    assert.match(await answer(), /Dry run/);
    assert.equal(ground.text('a.txt'), 'one tea\n');
  });

  it('take a part of the input from a key binding', async () => {
    ground.put('a.txt', 'one tea\n');
    await executeCommand('redline.findFiles', { pattern: '**/a.txt', path: ground.path('.') });
    assert.match(await answer(), /a\.txt/);
    await executeCommand('redline.searchText', { query: 'one tea', path: ground.path('.') });
    assert.match(await answer(), /1 match/);
  });

  it('make a folder ask, once and for its own names', async () => {
    const folder = ground.uri('a [b]');
    const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('redline', folder);
    try {
      for (let time = 0; time < 2; time++) await executeCommand('redline.alwaysAsk', folder);
      const [rule, ...others] = settings().get<{ readonly paths: readonly string[]; readonly action: string }[]>(
        'workspaceRules',
        [],
      );
      assert.deepEqual(others, []);
      assert.equal(rule?.action, 'ask');
      // A bracket of the name is no pattern.
      assert.match(rule.paths.join(), /^\/.*palette\d+\/a \[\[\]b\[\]\]\/\*\*$/);
    } finally {
      await settings().update('workspaceRules', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    }
  });

  it('show the audit log', async () => {
    await ground.done('redline_path_info', { path: ground.path('.') });
    await executeCommand('redline.showAuditLog');
    const shown = (): vscode.TextDocument | undefined => vscode.window.activeTextEditor?.document;
    await eventually('the log in an editor', () => shown()?.uri.scheme === 'redline-audit');
    const [, , header = '', newest = ''] = shown()?.getText().split('\n') ?? [];
    assert.match(header, /^Time +Agent +Paths +Verdict +Answered +Outcome +Tool$/);
    assert.match(newest, /^\d{4}-\d\d-\d\d [\d:]{8} +Extension or palette +\S.* allowed +– +done +Path Info$/);
    await executeCommand('redline.showRawAuditLog');
    await eventually('the lines in an editor', () => shown()?.uri.path.endsWith('audit.jsonl') === true);
    await executeCommand('redline.showLog');
    await executeCommand('redline.showHistory');
  });

  it('answer what waits: one, then all', async () => {
    await set('redline.rules', undefined);
    const call = async (file: string): Promise<string> => {
      const outcome = await (await api()).call('redline_write_file', { filePath: ground.path(file), content: 'x\n' });
      return outcome.success ? 'ok' : outcome.error.code;
    };
    const shown = (): boolean =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes('(Redline')));
    const first = call('1.txt');
    await eventually('the first', shown);
    await executeCommand('redline.reviewPending');
    const approving = setInterval(() => void executeCommand('redline.approve'), 750);
    assert.equal(await first.finally(() => clearInterval(approving)), 'ok');
    const second = call('2.txt');
    await eventually('the second', shown);
    const rejecting = setInterval(() => void executeCommand('redline.reject'), 750);
    assert.equal(await second.finally(() => clearInterval(rejecting)), 'REJECTED');
    // A call that comes to wait a moment after the others is answered by the next time.
    const answered = async (command: string, names: readonly string[]): Promise<string[]> => {
      const outcomes = Promise.all(names.map(call));
      await eventually('the others', shown);
      const timer = setInterval(() => void executeCommand(command), 750);
      return outcomes.finally(() => clearInterval(timer));
    };
    assert.deepEqual(await answered('redline.approveAll', ['3.txt', '4.txt']), ['ok', 'ok']);
    assert.deepEqual(await answered('redline.rejectAll', ['5.txt', '6.txt']), ['REJECTED', 'REJECTED']);
    const files = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', '6.txt'];
    assert.deepEqual(
      files.filter((file) => ground.exists(file)),
      ['1.txt', '3.txt', '4.txt'],
    );
  });
});
