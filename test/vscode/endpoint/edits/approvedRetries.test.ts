import assert from 'node:assert/strict';
import type { Change } from '../../../../src/core/change/change.ts';
import type { Call } from '../../../../src/tools/ports/ports.ts';
import { ApprovedRetries } from '../../../../src/vscode/endpoint/edits/approvedRetries.ts';

const at = (path: string) => ({ uri: `file:///ws/${path}`, path, real: `file:///ws/${path}` });
const content = { kind: 'text', text: 'x', encoding: 'utf8', bytes: new Uint8Array([120]), sha256: '0' } as const;
const move = (from: string): Change => ({
  kind: 'move',
  from: at(from),
  at: at('to'),
  before: content,
  after: content,
});
const call: Call = {
  tool: 'redline_apply_patch',
  caller: { agent: 'codex', session: 's', via: 'hook' },
  token: undefined,
  signal: new AbortController().signal,
};

describe('an approval that the agent has to send once more', () => {
  it('is not for the move of another file with the same bytes', () => {
    const retries = new ApprovedRetries();
    retries.remember(call, [move('a')]);
    assert.equal(retries.consume(call, [[move('b')]]), undefined);
    assert.notEqual(retries.consume(call, [[move('a')]]), undefined);
  });
});
