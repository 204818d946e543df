import assert from 'node:assert/strict';
import { envelopeKinds } from '../../../scripts/patch-cases/envelope.ts';
import { kinds } from '../../../scripts/patch-cases/malform.ts';
import { lossyKinds, moreKinds } from '../../../scripts/patch-cases/malformMore.ts';
import { judge, judgeAll, readCases, type MadeCase } from './cases.ts';

const malformed = readCases<MadeCase>('malformed.jsonl');
const drift = readCases<MadeCase>('drift.jsonl');

describe('patches as git writes them', () => {
  for (const entry of readCases<MadeCase>('git.jsonl')) {
    it(entry.kind, async () => assert.equal(await judge(entry), 'right'));
  }
});

describe('patches on files that have changed', () => {
  it('never go wrong, and nearly always go right', async () => {
    const { right, wrong } = await judgeAll(drift);
    assert.deepEqual(wrong, []);
    assert.ok(right >= 0.97 * drift.length, `${right} of ${drift.length}`);
  });
});

describe('malformed patches', () => {
  it('never go wrong, and nearly always go right', async () => {
    const { refused, wrong } = await judgeAll(malformed);
    assert.deepEqual(wrong, []);
    const unexpected = refused.filter((kind) => !lossyKinds.has(kind));
    assert.ok(unexpected.length < 0.04 * malformed.length, `refused: ${unexpected.join(', ')}`);
  });

  it('come in every kind', () => {
    const seen = new Set(malformed.map(({ kind }) => kind));
    assert.deepEqual(
      Object.keys({ ...kinds, ...moreKinds, ...envelopeKinds }).filter((kind) => !seen.has(kind)),
      [],
    );
  });
});
