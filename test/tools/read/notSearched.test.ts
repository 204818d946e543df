import assert from 'node:assert/strict';
import { describeExcluded } from '../../../src/tools/read/describeExcluded.ts';

describe('excludedText', () => {
  const none = { byGlob: 0, byExcludes: 0, hidden: 0, ignored: 0, byRules: 0, links: 0, atLeast: false };
  it('says nothing where nothing was left out', () => {
    assert.equal(describeExcluded(none, 'finds'), '');
    assert.equal(describeExcluded(undefined, 'finds'), '');
  });
  it('names what was left out, and that there may be more', () => {
    assert.equal(
      describeExcluded({ ...none, byGlob: 2, ignored: 1, atLeast: true }, 'searches'),
      ' Excluded, at least: 2 by the glob, 1 ignored by git (includeIgnored: true searches them).',
    );
  });
  it('says so where there was no time to count', () => {
    assert.equal(
      describeExcluded({ ...none, atLeast: true }, 'finds'),
      ' What was excluded was not counted, because that took too long.',
    );
  });
});
