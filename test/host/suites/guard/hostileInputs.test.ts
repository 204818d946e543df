import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { answering, apiCall, readAgain } from './data/calls.ts';
import { makeFarm, removeFarm, snapshot } from './data/farm.ts';
import { rootPath } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('links', 'an input that is changed while its review waits', function () {
  const root = rootPath();
  const text = (name: string): string => readFileSync(path.join(root, name), 'utf8');

  beforeEach(async () => {
    makeFarm(root);
    await readAgain(['a.txt', 'other.txt']);
  });
  afterEach(() => removeFarm(root, ['moved.txt']));

  it('is written as it was approved: a text', async () => {
    const input: Record<string, unknown> = { filePath: 'a.txt', content: 'seen\n' };
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('write_file', input),
      () => {
        Object.assign(input, { filePath: 'package.json', content: 'unseen\n', dryRun: true });
      },
    );
    assert.deepEqual([outcome.success, reviews], [true, 1]);
    assert.equal(text('a.txt'), 'seen\n');
    assert.equal(text('package.json'), '{ "name": "sample" }\n');
  });

  it('is written as it was approved: a list', async () => {
    const edits = [{ filePath: 'a.txt', oldString: 'one', newString: 'seen' }];
    const { outcome, reviews } = await answering(
      'approve',
      () => apiCall('multi_edit', { edits }),
      () => {
        Object.assign(edits[0] ?? {}, { newString: 'unseen', filePath: 'package.json' });
        edits.push({ filePath: 'other.txt', oldString: 'one', newString: 'unseen' });
      },
    );
    assert.deepEqual([outcome.success, reviews], [true, 1]);
    assert.deepEqual([text('a.txt'), text('other.txt')], ['seen\ntwo\n', 'one\ntwo\n']);
    assert.equal(text('package.json'), '{ "name": "sample" }\n');
  });

  it('is judged as it was sent: both ends of a move', async () => {
    const input = { from: 'a.txt', to: 'moved.txt' };
    const before = snapshot(root);
    const { outcome } = await answering(
      'reject',
      () => apiCall('move', input),
      () => {
        input.to = '.git/hooks/moved';
      },
    );
    assert.equal(outcome.success, false);
    assert.deepEqual(snapshot(root), before);
    assert.equal(existsSync(path.join(root, '.git/hooks/moved')), false);
  });
});
