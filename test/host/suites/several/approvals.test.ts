import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { itNeeds } from '../place.ts';
import { answering, apiCall, approveAndRemember, ending, readAgain, type Outcome } from '../guard/data/calls.ts';
import { folderOf, openAll, openFolders, root, wholePath, type RootName } from './roots.ts';

const all: readonly RootName[] = ['one', 'two', 'inner', 'Handbook', 'memory'];
const scopes = ['session', 'workspace', 'always'] as const;

/** What is agreed to for a file of one folder: which of the offers, and the glob that comes of it. */
const offers: readonly (readonly [title: string, offer: number, glob: string])[] = [
  ['a file', 0, '/docs/a.txt'],
  ['a folder', 1, '/docs/**'],
  ['a type of file', 2, '**/*.txt'],
];

const append = (filePath: string): Promise<Outcome> =>
  apiCall('write_file', { filePath, content: 'more\n', mode: 'append' });

/** How many reviews a change of a file asks for, each rejected. */
async function reviewsOf(filePath: string): Promise<number> {
  const { outcome, reviews } = await answering('reject', () => append(filePath));
  assert.equal(outcome.success, reviews === 0, ending(outcome));
  return reviews;
}

describe('several folders: approvals', function () {
  /** What a test has agreed to, to be taken back after it. */
  const given: object[] = [];
  const agreed = (glob: string, scope: string, name: RootName): void => {
    const folder = folderOf(name).uri.toString();
    given.push({ operations: ['update'], glob, scope, agent: 'extension', folder });
  };

  beforeEach(async () => {
    for (const name of all) root(name).put('docs/a.txt', 'one\n');
    root('one').put('packages/b.txt', 'one\n');
    await readAgain([...all.map((name) => wholePath(name, 'docs/a.txt')), wholePath('one', 'packages/b.txt')]);
  });
  afterEach(async () => {
    for (const approval of given.splice(0)) await vscode.commands.executeCommand('redline.revokeApproval', approval);
    for (const name of all) root(name).remove('docs');
    root('one').remove('packages/b.txt');
  });

  for (const [title, offer, glob] of offers) {
    for (const name of scopes) {
      itNeeds('a screen', `for ${title} of one folder (${name}) covers no other`, async () => {
        agreed(glob, name, 'Handbook');
        const { success } = await approveAndRemember(append('Handbook/docs/a.txt'), offer, name);
        assert.equal(success, true);
        assert.equal(await reviewsOf('Handbook/docs/a.txt'), 0);
        assert.equal(await reviewsOf(wholePath('Handbook', 'docs/a.txt')), 0);
        for (const other of ['one', 'two', 'inner', 'memory'] as const) {
          assert.equal(await reviewsOf(wholePath(other, 'docs/a.txt')), 1, other);
        }
      });
    }
  }

  itNeeds('a screen', 'for a folder covers none of the workspace folder that lies in it', async () => {
    agreed('/packages/**', 'session', 'one');
    await approveAndRemember(append(wholePath('one', 'packages/b.txt')), 1, 'session');
    assert.equal(await reviewsOf(wholePath('one', 'packages/b.txt')), 0);
    assert.equal(await reviewsOf('inner/docs/a.txt'), 1);
    assert.equal(await reviewsOf(wholePath('one', 'packages/inner/docs/a.txt')), 1);
  });

  itNeeds('a screen', 'for a call over two folders covers just these, and no third', async () => {
    for (const name of ['Handbook', 'memory'] as const) agreed('/docs/a.txt', 'session', name);
    const edits = ['Handbook/docs/a.txt', 'memory/docs/a.txt'].map((filePath) => ({
      filePath,
      oldString: 'one',
      newString: '1',
    }));
    assert.equal((await approveAndRemember(apiCall('multi_edit', { edits }), 0, 'session')).success, true);
    for (const name of ['Handbook', 'memory'] as const) assert.equal(await reviewsOf(wholePath(name, 'docs/a.txt')), 0);
    for (const name of ['one', 'two'] as const) assert.equal(await reviewsOf(wholePath(name, 'docs/a.txt')), 1);
  });

  itNeeds('a screen', 'is not another folder\u2019s that takes its place', async () => {
    agreed('/docs/**', 'workspace', 'Handbook');
    await approveAndRemember(append('Handbook/docs/a.txt'), 1, 'workspace');
    await openFolders('two');
    assert.equal(await reviewsOf('docs/a.txt'), 1);
    await openFolders('Handbook');
    assert.equal(await reviewsOf('docs/a.txt'), 0);
    await openAll();
  });
});
