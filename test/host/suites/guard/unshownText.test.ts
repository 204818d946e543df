import assert from 'node:assert/strict';
import { apiCall } from './data/calls.ts';

describe('a text of which VS Code would show nothing, as of a binary file', () => {
  it('is refused before a review', async () => {
    const outcome = await apiCall('write_file', { filePath: 'nul.txt', content: 'a\0b\n' });
    assert.equal(outcome.success || outcome.error.code, 'ENCODING');
  });
});
