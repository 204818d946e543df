import assert from 'node:assert/strict';
import { CheckedFolders, mergeLines } from '../../../src/vscode/connect/checkedFolders.ts';

describe('the results of checks of agents', () => {
  const [well, broken] = [true, false].map((isWell) => [{ id: 'codex', text: String(isWell), isWell }]);
  assert.ok(well !== undefined && broken !== undefined);

  it('of one folder leave those of the others', () => {
    const checked = new CheckedFolders();
    const all = checked.start();
    checked.add(all, '/a', broken);
    checked.add(all, '/b', well);
    checked.add(checked.start(), '/b', well);
    assert.deepEqual(checked.linesIn(['/a', '/b']), broken);
    assert.deepEqual(checked.linesIn(['/b', '/new']), well);
  });

  it('are dropped if a check that started later has ended', () => {
    const checked = new CheckedFolders();
    const [slow, quick] = [checked.start(), checked.start()];
    checked.add(quick, '/a', well);
    checked.add(slow, '/a', broken);
    checked.add(slow, '/b', broken);
    assert.deepEqual(checked.linesIn(['/a']), well);
    assert.deepEqual(checked.linesIn(['/b']), broken);
  });
});

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
