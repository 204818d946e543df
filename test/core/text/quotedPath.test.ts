import assert from 'node:assert/strict';
import { readQuotedPath } from '../../../src/core/text/quotedPath.ts';

describe('a path that git quoted', () => {
  it('keeps a byte order mark, which is part of its name', () => {
    assert.equal(readQuotedPath('"\\357\\273\\277x"', 0)?.path, '\ufeffx');
  });

  it('is none that is no UTF-8, which would name another file', () => {
    assert.equal(readQuotedPath('"a\\377"', 0), undefined);
  });
});
