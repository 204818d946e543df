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

  // The schema of settings is that of files on the disk.
  itNeeds('modes', 'the settings editor marks a pattern with "!", and says how to write it', async () => {
    const place = thePlace();
    const rule = { operations: ['update'], paths: ['!z/**'], action: 'deny' };
    place.put('.vscode/settings.json', JSON.stringify({ 'redline.workspaceRules': [rule] }));
    const uri = vscode.Uri.joinPath(place.root, '.vscode/settings.json');
    try {
      await vscode.window.showTextDocument(uri);
      await eventually('the mark', () =>
        vscode.languages.getDiagnostics(uri).some(({ message }) => /cannot start with "!".*"except"/.test(message)),
      );
    } finally {
      place.remove('.vscode');
    }
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
