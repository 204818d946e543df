import assert from 'node:assert/strict';
import { makeFarm, removeFarm, secret, snapshot } from './data/farm.ts';
import { describeNeeds } from '../place.ts';
import { answering, apiCall, proposals, type Outcome } from './data/calls.ts';
import { deeds } from './data/writes.ts';
import { paths } from './data/hostilePaths.ts';
import type { Row } from './data/row.ts';
import { allowAll, rootPath, setUser, setWorkspace, unsetUser } from './data/settings.ts';
import { shut } from './data/closedSettings.ts';

describeNeeds('special files', 'the gate', function () {
  const root = rootPath();

  before(() => makeFarm(root));
  after(() => removeFarm(root));

  describe('with a rule that allows everything', () => {
    before(() => setUser({ 'redline.rules': allowAll }));
    after(() => unsetUser({ 'redline.rules': undefined }));
    for (const row of [...paths, ...deeds]) it(row.title, () => hold(root, row, []));
  });

  for (const { title, user = {}, workspace, rows: refused, untold = [] } of shut) {
    describe(`with ${title}`, () => {
      before(async () => {
        await setUser(user);
        // The editor refuses to write what a workspace may not set; a hostile workspace just has it in its file.
        if (workspace !== undefined) await setWorkspace(workspace);
      });
      after(async () => {
        await unsetUser(user);
        if (workspace !== undefined) await setWorkspace(undefined);
      });
      for (const row of refused) it(row.title, () => hold(root, row, untold));
    });
  }
});

/** Nothing on disk may differ, nothing may be quoted or told, and the call must end as the row says. */
async function hold(root: string, row: Row, untold: readonly string[]): Promise<void> {
  const before = snapshot(root);
  const seen = await answering('reject', () => apiCall(row.tool, row.input));
  assert.deepEqual(snapshot(root), before);
  const answer = JSON.stringify(seen.outcome);
  const given = JSON.stringify(row.input);
  for (const text of [secret, 'guard-out', ...untold]) {
    if (!given.includes(text)) assert.ok(!answer.includes(text), `it tells ${text}: ${answer}`);
  }
  const expected = [row.expected].flat();
  assert.ok(expected.includes(endOf(seen.outcome, seen.reviews) as never), `${expected.join()} expected: ${answer}`);
  assert.deepEqual(proposals(), []);
}

function endOf(outcome: Outcome, reviews: number): string {
  if (outcome.success) return `success after ${reviews} reviews`;
  const { code, message } = outcome.error;
  if (code !== 'REJECTED') return code;
  if (message.includes('did not allow')) return 'asked to read';
  return reviews > 0 ? 'asked' : 'rejected by nobody';
}
