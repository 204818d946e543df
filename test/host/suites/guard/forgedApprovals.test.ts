import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { minViewingTimeMs } from '../../../../src/core/rules/approvalGate.ts';
import {
  answering,
  apiCall,
  proposals,
  readAgain,
  reviewUri,
  waitForReview,
  type Outcome,
  press,
} from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { allowAll, rootPath, setUser, setWorkspace, unsetUser } from './data/settings.ts';
import { eventually } from '../ground.ts';
import { describeNeeds, itNeeds } from '../place.ts';
import { onScreen } from '../screen.ts';

/** Calls as another extension makes them, past Redline's own API. */
async function invoke(tool: string, input: object): Promise<string> {
  try {
    const result = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    return String(error);
  }
}

const append = (filePath: string): Promise<Outcome> =>
  apiCall('write_file', { filePath, content: 'more\n', mode: 'append' });
const isDone = (outcome: Outcome): boolean => outcome.success;

describeNeeds('links', 'an approval that is forged, or meant for another call', function () {
  const root = rootPath();
  const text = (name: string): string => readFileSync(path.join(root, name), 'utf8');

  beforeEach(async () => {
    makeFarm(root);
    await readAgain(['a.txt', 'other.txt', 'kept.txt']);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('redline.rejectAll');
    removeFarm(root, ['new.txt', '.vscode']);
  });

  // In a host under test every confirmation is answered with yes, so these calls reach the tool itself.
  it('redline_confirm does nothing where nothing waits', async () => {
    const before = snapshot(root);
    assert.match(await invoke('redline_confirm', {}), /internal/);
    assert.match(await invoke('redline_confirm', { id: 'r1', approve: true }), /internal/);
    assert.match(await invoke('redline_note', { answer: 'approved' }), /internal/);
    assert.deepEqual(snapshot(root), before);
  });

  it('redline_confirm does nothing for a call that waits, whatever it is given', async () => {
    const before = snapshot(root);
    const call = append('a.txt');
    const review = await waitForReview();
    for (const input of [{}, { id: review }, { approve: true }]) {
      assert.match(await invoke('redline_confirm', input), /internal/);
      assert.match(await invoke('redline_note', input), /internal/);
    }
    assert.deepEqual(proposals(), [review], 'the review goes on waiting');
    assert.deepEqual(snapshot(root), before);
    await vscode.commands.executeCommand('redline.reject', reviewUri(review));
    assert.equal((await call).success, false);
  });

  it('approving a review that is gone, or never was, approves no other', async () => {
    const before = snapshot(root);
    const { outcome } = await answering('reject', () => append('a.txt'));
    assert.equal(isDone(outcome), false);
    const call = append('other.txt');
    const review = await waitForReview();
    for (const stale of ['r1', 'r0', 'r99999', 'none', '']) {
      await vscode.commands.executeCommand('redline.approve', reviewUri(stale));
    }
    await vscode.commands.executeCommand('redline.approve', { review: { id: review } });
    await vscode.commands.executeCommand('redline.approve', { review: null });
    await vscode.commands.executeCommand('redline.reject', reviewUri(review));
    // The first answer counts: had one of those approved it, the call would be done.
    assert.equal(isDone(await call), false);
    assert.deepEqual(snapshot(root), before);
  });

  it('approving the first of two parallel calls leaves the other waiting', async () => {
    const calls = ['a.txt', 'other.txt'].map(append);
    const first = await waitForReview();
    await press('approve', first);
    const second = await waitForReview([first]);
    const written = (): number => ['a.txt', 'other.txt'].filter((name) => text(name).endsWith('more\n')).length;
    await eventually('one of them to be written', () => written() === 1);
    await vscode.commands.executeCommand('redline.reject', reviewUri(second));
    assert.equal((await Promise.all(calls)).filter(isDone).length, 1);
    assert.equal(written(), 1);
  });

  it('approving the same call twice writes it once, and nothing else', async () => {
    const calls = [append('a.txt'), append('a.txt')];
    const first = await waitForReview();
    await press('approve', first);
    await Promise.all([1, 2, 3].map(() => vscode.commands.executeCommand('redline.approve', reviewUri(first))));
    const second = await waitForReview([first]);
    assert.equal(text('a.txt'), 'one\ntwo\nmore\n');
    await vscode.commands.executeCommand('redline.reject', reviewUri(second));
    assert.equal((await Promise.all(calls)).filter(isDone).length, 1);
    assert.equal(text('a.txt'), 'one\ntwo\nmore\n');
  });

  it('two calls on one file: the second is planned, and asked, on what the first left', async () => {
    const { outcome, reviews } = await answering('approve', () => Promise.all([append('a.txt'), append('a.txt')]));
    assert.deepEqual(outcome.map(isDone), [true, true]);
    assert.equal(reviews, 2);
    assert.equal(text('a.txt'), 'one\ntwo\nmore\nmore\n');
  });

  itNeeds(
    'a screen',
    '"approve all" takes what waits, not what comes a moment later, and nothing protected unasked',
    async () => {
      const early = ['a.txt', 'package.json', 'other.txt', '.git/hooks/target'].map(append);
      await onScreen({ status: `Redline: ${early.length}` });
      // The first opens all of them; what has been in front for long enough is taken by another.
      await vscode.commands.executeCommand('redline.approveAll');
      await eventually('the diff of all', () => proposals().length === early.length);
      await new Promise((resolve) => setTimeout(resolve, 2 * minViewingTimeMs));
      const all = vscode.commands.executeCommand('redline.approveAll');
      const late = append('kept.txt');
      await all;
      const rest = answering('reject', () => Promise.all([...early, late]));
      const { outcome, reviews } = await rest;
      assert.deepEqual(outcome.map(isDone), [true, false, true, false, false]);
      // Those that were shown together may still be so when they are counted.
      assert.ok(reviews >= 2, `${reviews} reviews`);
      assert.equal(text('package.json'), '{ "name": "sample" }\n');
      assert.equal(text('kept.txt'), 'one\n');
    },
  );

  it('rejecting one of several writes the others alone', async () => {
    const names = ['a.txt', 'other.txt', 'kept.txt'];
    const { outcome } = await answering(['approve', 'reject', 'approve'], () => Promise.all(names.map(append)));
    assert.equal(outcome.filter(isDone).length, 2);
    assert.equal(names.filter((name) => text(name).endsWith('more\n')).length, 2);
  });

  const tokenless: readonly (readonly [tool: string, input: object])[] = [
    ['write_file', { filePath: 'new.txt', content: 'mine\n' }],
    ['edit_file', { filePath: 'a.txt', oldString: 'one', newString: '1' }],
    ['multi_edit', { edits: [{ filePath: 'a.txt', oldString: 'one', newString: '1' }] }],
    ['replace_lines', { filePath: 'a.txt', startLine: 1, endLine: 1, expectedText: 'one', newContent: '1' }],
    ['delete_lines', { filePath: 'a.txt', startLine: 1, endLine: 1, expectedText: 'one' }],
    ['apply_patch', { patchText: '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n' }],
    ['create_directory', { dirPath: 'new.txt' }],
    ['delete', { path: 'a.txt' }],
    ['move', { from: 'a.txt', to: 'new.txt' }],
    ['copy', { from: 'a.txt', to: 'new.txt' }],
  ];
  for (const [tool, input] of tokenless) {
    it(`a caller without a chat is asked for ${tool}`, async () => {
      const before = snapshot(root);
      const { outcome, reviews } = await answering('reject', () => invoke(`redline_${tool}`, input));
      assert.match(outcome, /^\[REJECTED\]/);
      assert.equal(reviews, 1);
      assert.deepEqual(snapshot(root), before);
    });
  }

  const odd: readonly (readonly [title: string, input: unknown])[] = [
    ['nothing', undefined],
    ['a text', 'a.txt'],
    ['a list', ['a.txt', 'x']],
    ['a path that is a list', { filePath: ['a.txt'], content: 'x' }],
    ['a path that is an object', { filePath: { toString: 'a.txt' }, content: 'x' }],
    ['an unknown property', { filePath: 'a.txt', content: 'x', approve: true }],
    ['a token of its own', { filePath: 'a.txt', content: 'x', toolInvocationToken: {} }],
    ['two spellings of the path', { filePath: 'a.txt', file_path: '.env', content: 'x' }],
    ['a prototype', JSON.parse('{"filePath":"a.txt","content":"x","__proto__":{"dryRun":true}}')],
  ];
  for (const [title, input] of odd) {
    it(`an input that is ${title} is refused, and nobody asked`, async () => {
      const before = snapshot(root);
      const { outcome, reviews } = await answering('reject', () => apiCall('write_file', input));
      assert.equal(outcome.success, false);
      assert.deepEqual([outcome.success || outcome.error.code, reviews], ['VALIDATION_ERROR', 0]);
      assert.deepEqual(snapshot(root), before);
    });
  }
});

describeNeeds('links', 'a hostile workspace\u2019s settings', function () {
  const root = rootPath();

  beforeEach(() => makeFarm(root));
  afterEach(async () => {
    await setWorkspace(undefined);
    removeFarm(root, ['new.txt', '.vscode']);
  });

  const settings: readonly (readonly [title: string, settings: Readonly<Record<string, unknown>>])[] = [
    ['rules', { 'redline.rules': allowAll }],
    ['workspace rules that allow', { 'redline.workspaceRules': allowAll }],
    ['protected files', { 'redline.protectedFiles': [] }],
    ['the switch', { 'redline.writesEnabled': true }],
    ['paths outside', { 'redline.externalPaths': 'ask' }],
    ['the surface', { 'redline.review.surface': 'chatAndEditor' }],
    ['the host\u2019s approvals', { 'chat.tools.global.autoApprove': true, 'chat.permissions.default': 'autopilot' }],
    ['who may be approved', { 'chat.tools.eligibleForAutoApproval': { 'redline-tools.redline/redlineConfirm': true } }],
    ['edits that are approved', { 'chat.tools.edits.autoApprove': { '**/*': true } }],
    ['all by language', { '[plaintext]': { 'redline.rules': allowAll }, redline: { rules: allowAll } }],
  ];
  for (const [title, brought] of settings) {
    it(`loosen nothing: ${title}`, async () => {
      await setUser({ 'redline.writesEnabled': title === 'the switch' ? false : undefined });
      await setWorkspace(brought);
      try {
        const before = snapshot(root);
        for (const [tool, input] of [
          ['write_file', { filePath: 'new.txt', content: 'mine\n' }],
          ['write_file', { filePath: 'package.json', content: '{}\n' }],
          ['read_file', { filePath: 'conf/.env' }],
          ['read_file', { filePath: 'out-target' }],
          ['read_file', { filePath: '../guard-out/target.txt' }],
        ] as const) {
          const { outcome } = await answering('reject', () => apiCall(tool, input));
          assert.equal(outcome.success, false, JSON.stringify(input));
          assert.doesNotMatch(JSON.stringify(outcome), /SECRET-4711|KEY-0815/);
        }
        assert.deepEqual(snapshot(root), before);
      } finally {
        await unsetUser({ 'redline.writesEnabled': undefined });
      }
    });
  }
});
