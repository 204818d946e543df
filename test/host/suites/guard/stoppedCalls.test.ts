import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../ground.ts';
import { apiCall, proposals, reviewUri, startCall, waitForReview } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { allowAll, rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

const files = 30;
const names = Array.from({ length: files }, (_, at) => `stopped/d${at % 3}/f${at}.txt`);

/** After so many turns of the event loop a call is stopped: while it plans, is judged, writes, and when it is over. */
const turns = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

function patchOf(): string {
  const parts = names.map((name, at) =>
    at % 3 === 0
      ? `*** Delete File: ${name}`
      : [`*** Update File: ${name}`, ...(at % 3 === 1 ? [`*** Move to: ${name}.new`] : []), ...hunk].join('\n'),
  );
  return ['*** Begin Patch', ...parts, '*** End Patch', ''].join('\n');
}
const hunk = ['@@', ' line 8.', '-line 9.', '+NINE', ' line 10.'];

/** Calls that take long enough to be stopped in the middle. */
const calls: readonly (readonly [tool: string, input: object])[] = [
  ['multi_edit', { edits: names.map((filePath) => ({ filePath, oldString: 'line 9.', newString: 'NINE' })) }],
  ['delete', { path: 'stopped', recursive: true }],
  ['move', { from: 'stopped', to: 'gone/further' }],
  ['copy', { from: 'stopped', to: 'gone/further' }],
  ['apply_patch', { patchText: patchOf() }],
];

describeNeeds('links', 'Stop in the middle of a call', () => {
  const root = rootPath();
  const clean = (): void => {
    for (const top of ['stopped', 'gone']) rmSync(path.join(root, top), { recursive: true, force: true });
  };
  const lay = async (): Promise<void> => {
    clean();
    const text = Array.from({ length: 200 }, (_, line) => `line ${line}.\n`).join('');
    for (const name of names) {
      mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    // What an agent has read of a file in an earlier round is not stale in the next.
    for (const filePath of names) await apiCall('read_file', { filePath, maxLines: 1 });
  };

  before(() => makeFarm(root));
  after(() => removeFarm(root));
  beforeEach(() => setUser({ 'redline.rules': allowAll }));
  afterEach(async () => {
    await unsetUser({ 'redline.rules': undefined });
    await vscode.commands.executeCommand('redline.rejectAll');
    clean();
  });

  for (const [tool, input] of calls) {
    it(`leaves all of ${tool} or nothing, and tells which`, async () => {
      await lay();
      const before = snapshot(root);
      assert.equal((await apiCall(tool, input)).success, true);
      const after = snapshot(root);
      assert.notDeepEqual(after, before);
      const ends = new Set<boolean>();
      for (const turn of turns) {
        await lay();
        const { stop, outcome } = await startCall(tool, input);
        for (let passed = 0; passed < turn; passed++) await new Promise((resolve) => setImmediate(resolve));
        stop();
        const ended = await outcome;
        if (!ended.success) assert.equal(ended.error.code, 'REJECTED', `${turn} turns: ${ended.error.message}`);
        assert.deepEqual(snapshot(root), ended.success ? after : before, `${turn} turns, ${JSON.stringify(ended)}`);
        ends.add(ended.success);
      }
      assert.ok(ends.has(false), 'at least one was stopped in time');
    });
  }

  it('calls off a call that waits behind the review of another, which goes on', async () => {
    await lay();
    await unsetUser({ 'redline.rules': undefined });
    const [name = ''] = names;
    const edit = (newString: string): object => ({ filePath: name, oldString: 'line 9.', newString });
    const before = snapshot(root);
    const first = await startCall('edit_file', edit('first'));
    const review = await waitForReview();
    const second = await startCall('edit_file', edit('second'));
    second.stop();
    const stopped = await second.outcome;
    assert.equal(stopped.success || stopped.error.code, 'REJECTED');
    assert.deepEqual(proposals(), [review], 'the review goes on waiting');
    assert.deepEqual(snapshot(root), before);
    first.stop();
    const ended = await first.outcome;
    assert.equal(ended.success || ended.error.code, 'REJECTED');
    await vscode.commands.executeCommand('redline.approve', reviewUri(review));
    await eventually('the review to be gone', () => proposals().length === 0);
    assert.deepEqual(snapshot(root), before);
  });
});
