import assert from 'node:assert/strict';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import {
  answering,
  apiCall,
  approveAndRemember,
  howLong,
  press as answer,
  readAgain,
  reviewUri,
  waitForReview,
  whatToRemember,
  type Outcome,
} from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds, itNeeds } from '../place.ts';
import { onScreen } from '../screen.ts';

const append = (filePath: string): Promise<Outcome> =>
  apiCall('write_file', { filePath, content: 'more\n', mode: 'append' });
const press = (command: string): Thenable<unknown> => vscode.commands.executeCommand(`workbench.action.${command}`);

/** How many reviews there are for a call, each rejected. */
async function reviewsOf(run: () => Promise<Outcome>): Promise<number> {
  const { reviews, outcome } = await answering('reject', run);
  assert.equal(outcome.success, reviews === 0, JSON.stringify(outcome));
  return reviews;
}

const scopes = ['session', 'workspace', 'always'] as const;

describeNeeds('links', 'a remembered approval', function () {
  const root = rootPath();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
  const at = (name: string): string => path.join(root, name);
  const revoke = (glob: string, scope: string, operations: readonly string[] = ['update']): Thenable<unknown> =>
    vscode.commands.executeCommand('redline.revokeApproval', { operations, glob, scope, folder, agent: 'extension' });

  beforeEach(async () => {
    makeFarm(root);
    await readAgain([
      'kept.txt',
      'a.txt',
      'other.txt',
      'lib/app.ts',
      'lib/deep/b.ts',
      'hard-out.txt',
      'gate/Jenkinsfile',
    ]);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('redline.rejectAll');
    for (const scope of scopes) {
      for (const glob of ['/kept.txt', '/a.txt', '/lib/**', '**/*.ts', '/*']) await revoke(glob, scope);
      await vscode.commands.executeCommand('redline.revokeApproval', {
        operations: ['update'],
        glob: '**/*.ts',
        scope,
        agent: 'extension',
      });
    }
    removeFarm(root, ['b.txt', 'new.txt']);
  });

  for (const scope of scopes) {
    itNeeds(
      'a screen',
      `for "${scope}" is kept outside the workspace, holds, and is revoked from the view`,
      async () => {
        const before = snapshot(root);
        assert.equal((await approveAndRemember(append('kept.txt'), 0, scope)).success, true);
        assert.deepEqual({ ...snapshot(root), './kept.txt': '' }, { ...before, './kept.txt': '' });
        assert.equal(await reviewsOf(() => append('kept.txt')), 0);
        await revoke('/kept.txt', scope);
        assert.equal(await reviewsOf(() => append('kept.txt')), 1);
      },
    );
  }

  itNeeds(
    'a screen',
    'for a folder covers what is in it, and no other place, operation, link, odd or protected name there',
    async () => {
      await approveAndRemember(append('lib/app.ts'), 1, 'session');
      writeFileSync(at('lib/package.json'), '{}\n');
      writeFileSync(at('lib/odd\u200b.ts'), 'one\n');
      symlinkSync('deep/b.ts', at('lib/link.ts'));
      linkSync(at('other.txt'), at('lib/hard.ts'));
      mkdirSync(at('library'));
      writeFileSync(at('library/a.ts'), 'one\n');
      try {
        for (const name of ['lib/app.ts', 'lib/deep/b.ts', './lib/deep/../app.ts']) {
          assert.equal(await reviewsOf(() => append(name)), 0, name);
        }
        const asked = ['a.txt', 'library/a.ts', 'in-dir/app.ts', 'lib/link.ts', 'lib/hard.ts', 'lib/package.json'];
        for (const name of [...asked, 'lib/odd\u200b.ts', 'lib/fresh.ts', 'LIB/app.ts']) {
          assert.equal(await reviewsOf(() => append(name)), 1, name);
        }
        assert.equal(await reviewsOf(() => apiCall('delete', { path: 'lib/app.ts' })), 1);
        assert.equal(await reviewsOf(() => apiCall('move', { from: 'lib/app.ts', to: 'lib/b.ts' })), 1);
        assert.equal(await reviewsOf(() => apiCall('copy', { from: 'lib/app.ts', to: 'lib/b.ts' })), 1);
        const edits = ['lib/app.ts', 'a.txt'].map((filePath) => ({ filePath, oldString: 'one', newString: '1' }));
        assert.equal(await reviewsOf(() => apiCall('multi_edit', { edits })), 1);
      } finally {
        removeFarm(root, ['library']);
      }
    },
  );

  itNeeds('a screen', 'for a type of file covers it everywhere, and no protected file of that type', async () => {
    await approveAndRemember(append('lib/app.ts'), 2, 'session');
    writeFileSync(at('.vscode-server.ts'), 'one\n');
    mkdirSync(at('.husky'));
    writeFileSync(at('.husky/hook.ts'), 'one\n');
    try {
      assert.equal(await reviewsOf(() => append('lib/deep/b.ts')), 0);
      assert.equal(await reviewsOf(() => append('.husky/hook.ts')), 1);
      assert.equal(await reviewsOf(() => append('a.txt')), 1);
    } finally {
      removeFarm(root, ['.vscode-server.ts', '.husky']);
    }
  });

  /** A call on two files, of which one is excluded while its review waits. */
  async function excludingOne(): Promise<{ call: Promise<Outcome>; review: string }> {
    const edits = ['kept.txt', 'a.txt'].map((filePath) => ({ filePath, oldString: 'one', newString: '1' }));
    const call = apiCall('multi_edit', { edits });
    const review = await waitForReview();
    const excluding = vscode.commands.executeCommand('redline.excludeFiles', reviewUri(review));
    await onScreen({ pick: { title: 'Select the files to write', text: 'a.txt' } });
    await press('acceptSelectedQuickOpenItem');
    await excluding;
    return { call, review };
  }

  itNeeds('a screen', 'leaves out the file that was excluded', async () => {
    const { call } = await excludingOne();
    assert.equal((await approveAndRemember(call, 0, 'session')).success, true);
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one\ntwo\n');
    assert.equal(await reviewsOf(() => append('kept.txt')), 0);
    assert.equal(await reviewsOf(() => append('a.txt')), 1);
  });

  for (const isRemembered of [true, false]) {
    const way = isRemembered ? 'the approval was to be remembered' : 'a rule allows all by then';
    itNeeds('a screen', `writes no excluded file where the call is planned again, and ${way}`, async () => {
      const { call, review } = await excludingOne();
      writeFileSync(at('kept.txt'), 'one\ntwo\ntheirs\n');
      const rules = { 'redline.rules': [{ operations: ['update'], paths: ['**'], action: 'allow' }] };
      if (!isRemembered) await setUser(rules);
      try {
        if (isRemembered) void approveAndRemember(call, 0, 'session');
        else await answer('approve', review);
        const again = await waitForReview([review]);
        assert.equal(readFileSync(at('kept.txt'), 'utf8'), 'one\ntwo\ntheirs\n');
        await answer('approve', again);
        assert.equal((await call).success, true);
        assert.equal(readFileSync(at('kept.txt'), 'utf8'), '1\ntwo\ntheirs\n');
        assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one\ntwo\n');
      } finally {
        if (!isRemembered) await unsetUser(rules);
      }
      assert.equal(await reviewsOf(() => append('kept.txt')), 1);
    });
  }

  itNeeds('a screen', 'holds only as long as no rule asks or denies', async () => {
    await approveAndRemember(append('kept.txt'), 0, 'session');
    const rules = (action: string) => ({ 'redline.rules': [{ operations: ['update'], paths: ['kept.txt'], action }] });
    await setUser(rules('ask'));
    assert.equal(await reviewsOf(() => append('kept.txt')), 1);
    await setUser(rules('deny'));
    const { outcome, reviews } = await answering('approve', () => append('kept.txt'));
    await unsetUser(rules('deny'));
    assert.deepEqual([outcome.success, reviews], [false, 0]);
    assert.equal(await reviewsOf(() => append('kept.txt')), 0);
  });

  const never: readonly (readonly [title: string, path: string, rule?: string])[] = [
    ['a protected file', 'gate/Jenkinsfile'],
    ['a file that is reached through a link', 'in-kept'],
    ['a file with several names', 'hard-out.txt'],
    ['a name with something hidden in it', 'new\u200b.txt'],
    ['what a rule asks for', 'a.txt', 'a.txt'],
  ];
  for (const [title, name, asks] of never) {
    it(`is not offered for ${title}`, async () => {
      const rules = { 'redline.rules': [{ operations: ['update'], paths: [asks ?? 'nothing'], action: 'ask' }] };
      await setUser(rules);
      const call = append(name);
      const review = await waitForReview();
      await vscode.commands.executeCommand('redline.approveAndRemember', reviewUri(review));
      await press('acceptSelectedQuickOpenItem');
      await vscode.commands.executeCommand('redline.reject', reviewUri(review));
      assert.equal((await call).success, false);
      assert.equal(await reviewsOf(() => append(name)), 1);
      await unsetUser(rules);
    });
  }

  for (const answered of ['before the choice', 'between the choice and its length of time'] as const) {
    itNeeds('a screen', `that comes after an answer given ${answered} is not kept`, async () => {
      const call = append('kept.txt');
      const review = await waitForReview();
      const remembering = vscode.commands.executeCommand('redline.approveAndRemember', reviewUri(review));
      const reject = (): Thenable<unknown> => vscode.commands.executeCommand('redline.reject', reviewUri(review));
      await onScreen({ list: 'kept.txt' });
      if (answered === 'before the choice') await reject();
      await onScreen({ pick: { title: whatToRemember, row: 0 } });
      await onScreen({ list: howLong.always });
      if (answered !== 'before the choice') await reject();
      await onScreen({ pick: { text: howLong.always } });
      await remembering;
      assert.equal((await call).success, false);
      assert.equal(await reviewsOf(() => append('kept.txt')), 1);
    });
  }
});
