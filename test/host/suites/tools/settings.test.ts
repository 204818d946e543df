import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, eventually, useGround, withSettings } from '../ground.ts';
import { itNeeds, thePlace } from '../place.ts';

describe('settings take effect at once', () => {
  const ground = useGround('settings');
  let written = 0;
  const write = async (): Promise<string> => {
    written += 1;
    const input = { filePath: ground.path('a.txt'), content: `${written}\n` };
    const outcome = await (await api()).call('redline_write_file', input);
    return outcome.success ? 'ok' : outcome.error.code;
  };
  const everything = ['read', 'create', 'update', 'delete', 'move'];
  const changing = everything.slice(1);
  const anything = { operations: everything, paths: ['**'], action: 'allow' };

  const table: readonly (readonly [name: string, value: unknown, outcome: string])[] = [
    ['redline.writesEnabled', false, 'WRITES_DISABLED'],
    ['redline.writesEnabled', 'yes', 'WRITES_DISABLED'],
    ['redline.rules', [{ operations: everything, paths: ['**'], action: 'deny' }], 'PERMISSION_DENIED'],
    ['redline.rules', [{ operations: ['write'], paths: ['**'], action: 'deny' }], 'WRITES_DISABLED'],
    ['redline.rules', [{ operations: changing, paths: ['!settings*/**'], action: 'deny' }, anything], 'ok'],
    ['redline.rules', [{ operations: changing, paths: ['!other/**'], action: 'deny' }, anything], 'WRITES_DISABLED'],
    [
      'redline.rules',
      [{ operations: changing, paths: ['**'], except: ['/settings*/**'], action: 'deny' }, anything],
      'ok',
    ],
    [
      'redline.rules',
      [{ operations: changing, paths: ['**'], except: ['/other'], action: 'deny' }, anything],
      'PERMISSION_DENIED',
    ],
  ];
  for (const [name, value, expected] of table) {
    it(`${name}: ${JSON.stringify(value)}`, async () => {
      await withSettings({ [name]: value }, async () => assert.equal(await write(), expected));
      assert.equal(await write(), 'ok');
    });
  }

  /** What the settings editor marks in a rule, and the right way that it tells. */
  const marks: readonly (readonly [title: string, rule: object, says: RegExp])[] = [
    ['a pattern with "!"', { paths: ['!z/**'] }, /cannot start with "!".*"except"/],
    ['an agent by its name', { paths: ['**'], agents: ['zed', 'Claude Code'] }, /lower-case letters.*such as "codex"/],
    ['an agent by the name of its program', { paths: ['**'], agents: ['claude-code'] }, /not its id. Write "claude"/],
    ['the person', { paths: ['**'], agents: ['user'] }, /your own actions. Write ids of agents/],
    ['agents that are no list', { paths: ['**'], agents: 'codex' }, /Incorrect type\. Expected "array"/],
  ];
  // The schema of settings is that of files on the disk.
  for (const [title, rule, says] of marks) {
    itNeeds('modes', `the settings editor marks ${title}, and says how to write it`, async () => {
      await inSettings({ operations: ['update'], action: 'deny', ...rule }, async (uri) => {
        await eventually('the mark', () => {
          const messages = vscode.languages.getDiagnostics(uri).map(({ message }) => message);
          return messages.length === 1 && says.test(messages[0] ?? '');
        });
      });
    });
  }

  itNeeds('modes', 'the settings editor offers the agents that are known', async () => {
    await inSettings({ operations: ['update'], paths: ['**'], action: 'deny', agents: ['zed'] }, async (uri, text) => {
      await eventually('the ids', async () => {
        const at = (await vscode.workspace.openTextDocument(uri)).positionAt(text.indexOf('"zed"') + 1);
        const list = await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          uri,
          at,
        );
        const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
        return ['"codex"', '"claude"', '"vscode"', '"extension"'].every((id) => labels.includes(id));
      });
    });
  });

  it('redline.externalPaths', async () => {
    const read = async (): Promise<string> => {
      const outcome = await (await api()).call('redline_path_info', { path: '/' });
      return outcome.success ? 'ok' : outcome.error.code;
    };
    assert.equal(await read(), 'OUTSIDE_WORKSPACE');
  });

  it('redline.save', async () => {
    ground.put('a.txt', 'one\n');
    await withSettings({ 'redline.save': 'never' }, async () => {
      await ground.done('redline_edit_file', { filePath: ground.path('a.txt'), oldString: 'one', newString: 'two' });
      assert.equal(ground.text('a.txt'), 'one\n');
    });
  });
});

/** Runs a body while the workspace's settings, with one rule, are open in an editor. */
async function inSettings(rule: object, body: (uri: vscode.Uri, text: string) => Promise<void>): Promise<void> {
  const place = thePlace();
  const text = JSON.stringify({ 'redline.workspaceRules': [rule] });
  place.put('.vscode/settings.json', text);
  const uri = vscode.Uri.joinPath(place.root, '.vscode/settings.json');
  try {
    await vscode.window.showTextDocument(uri);
    await body(uri, text);
  } finally {
    place.remove('.vscode');
  }
}
