import assert from 'node:assert/strict';
import { CheckedFolders } from '../../../src/vscode/connect/checkedFolders.ts';

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
