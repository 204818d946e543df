import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/core/change/change.ts';
import { readDeclaredAttributes } from '../../../../src/vscode/review/declaredAttributes.ts';
import { eventually, itWithoutRules, useGround } from '../ground.ts';
import { answering, apiCall } from '../guard/data/calls.ts';
import { itNeeds } from '../place.ts';

describe('the declaration of a changed file in .gitattributes', function () {
  const ground = useGround('declared');

  /** What is read of files, by their names: `g` is generated, `v` vendored, with a `-` if it is said not to be. */
  async function read(files: readonly string[]): Promise<Record<string, string>> {
    const changes = files.map((file): Change => {
      const uri = ground.uri(file).toString();
      return { kind: 'createDirectory', at: { uri, path: file, real: uri } };
    });
    const declared = await readDeclaredAttributes(changes);
    const word = (said: boolean | undefined, letter: string): string =>
      said === undefined ? '' : said ? letter : `-${letter}`;
    return Object.fromEntries(
      changes.map((change) => {
        const { generated, vendored } = declared.get(change) ?? {};
        return [change.at.path, word(generated, 'g') + word(vendored, 'v')];
      }),
    );
  }

  it('comes from the nearest file, and stops at the top of a repository', async () => {
    ground.put('.gitattributes', '*.js linguist-generated\n*.go linguist-vendored\n');
    ground.put('own/.gitattributes', 'a.js -linguist-generated\n');
    ground.put('nested/.git/HEAD', 'ref: refs/heads/main\n');
    ground.put('bare/.git/HEAD', 'ref: refs/heads/main\n');
    ground.put('nested/.gitattributes', '[attr]gen linguist-generated\na.js gen\n');
    const files = ['a.js', 'a.go', 'a.c', 'own/a.js', 'own/b.js', 'new/deep/a.js', 'nested/sub/a.js', 'nested/b.js'];
    assert.deepEqual(await read([...files, 'bare/a.js']), {
      'a.js': 'g',
      'a.go': 'v',
      'a.c': '',
      'own/a.js': '-g',
      'own/b.js': 'g',
      'new/deep/a.js': 'g',
      'nested/sub/a.js': 'g',
      'nested/b.js': '',
      'bare/a.js': '',
    });
  });

  it('is empty without such a file', async () => {
    assert.deepEqual(await read(['a.js', 'b/c.js']), { 'a.js': '', 'b/c.js': '' });
  });

  itNeeds('links', 'does not come from a link, which may lead out of the workspace', async () => {
    ground.put('elsewhere', '* linguist-generated\n');
    symlinkSync('elsewhere', path.join(ground.folder, '.gitattributes'));
    assert.deepEqual(await read(['a.js']), { 'a.js': '' });
  });

  /** The title of the review whose tab is in front in its group, whichever group has the focus. */
  async function reviewTitle(start = ''): Promise<string> {
    const find = (): string | undefined =>
      vscode.window.tabGroups.all
        .map(({ activeTab }) => activeTab?.label ?? '')
        .find((label) => label.startsWith(start) && label.includes('(Redline'));
    await eventually('the review to be in front', () => find() !== undefined);
    return find() ?? '';
  }

  itWithoutRules('adds a warning to a review, and overrides the marker in the file', async () => {
    ground.put('.gitattributes', '*.js linguist-generated\nhand.ts -linguist-generated\n');
    const shown: Record<string, boolean> = {};
    for (const [file, content] of Object.entries({ 'a.js': 'a', 'hand.ts': '// @generated\n', 'b.ts': 'a' })) {
      ground.put(file, content);
      const input = { filePath: ground.path(file), oldString: 'a', newString: 'b' };
      // oxlint-disable-next-line no-await-in-loop -- one review is shown at a time
      await answering(
        'reject',
        () => apiCall('edit_file', input),
        async () => void (shown[file] = (await reviewTitle(file)).includes('⚠')),
      );
    }
    assert.deepEqual(shown, { 'a.js': true, 'hand.ts': false, 'b.ts': false });
  });

  for (const [was, becomes, isWarned] of [
    ['*.js', '*.ts', true],
    ['*.ts', '*.js', false],
  ] as const) {
    itWithoutRules(`ignores changes of .gitattributes in the same call: ${was}`, async () => {
      ground.put('.gitattributes', `${was} linguist-generated\n`);
      ground.put('a.js', 'a\n');
      const edits = [
        { filePath: ground.path('.gitattributes'), oldString: was, newString: becomes },
        { filePath: ground.path('a.js'), oldString: 'a', newString: 'b' },
      ];
      let shown = '';
      await answering(
        'reject',
        () => apiCall('multi_edit', { edits }),
        async () => void (shown = await reviewTitle()),
      );
      assert.equal(shown.includes('⚠'), isWarned, shown);
    });
  }
});
