import assert from 'node:assert/strict';
import { mergeLines } from '../../../src/vscode/connect/checkedFolders.ts';

describe('the status of agents in several folders', () => {
  const line = (id: string, text: string, isWell = true) => ({ id, text, isWell });

  it('has one line for each agent, whatever folder it is connected in', () => {
    const lines = [[], [line('gemini', 'asked')], [line('codex', 'asked'), line('gemini', 'asked, too')]];
    assert.deepEqual(mergeLines(lines), [line('gemini', 'asked'), line('codex', 'asked')]);
  });

  it('has the first in which an agent is not reviewed', () => {
    const [well, off, broken] = [
      line('gemini', 'asked'),
      line('gemini', 'off', false),
      line('gemini', 'broken', false),
    ];
    assert.deepEqual(mergeLines([[well], [off], [broken], [well]]), [off]);
  });
});
