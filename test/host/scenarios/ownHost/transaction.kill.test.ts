import assert from 'node:assert/strict';
import { runKills } from '../../faults/kills.ts';

/** A sample of what `npm run test:faults` does a hundred times. */
const kills = 4;

describe('a call over forty files', () => {
  it('is wholly there or wholly not, whenever the extension host is killed', async function () {
    this.timeout(kills * 90_000 + 240_000);
    const report = await runKills(kills, 11, () => undefined);
    assert.equal(report.kills, kills);
    assert.ok(report.takenBack + report.completed > 0, 'no kill came in the middle');
  });
});
