import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { Ground, told } from './ground.ts';

describe('a folder that cannot be read for a while', () => {
  it('is as it was before, with its secrets and the repositories inside, and so afterwards', async function () {
    // The superuser may read everything.
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
    const ground = Ground.repository();
    ground.write({ 'd/f': '1', 'd/.env': 'K=1' });
    ground.sh('git init -q d/sub; echo 1 > d/sub/f');
    const watched = await ground.open();
    try {
      await ground.look(watched);
      for (const mode of [0o000, 0o444, 0o755]) {
        chmodSync(ground.at('d'), mode);
        ground.write({ a: mode.toString() });
        assert.deepEqual(told(await ground.look(watched)), [mode === 0 ? '+ a' : '* a'], mode.toString(8));
      }
      ground.sh('rm -r d/.env d/sub');
      assert.deepEqual(told(await ground.look(watched)), ['- d/.env (secret)', '- d/sub/f']);
    } finally {
      chmodSync(ground.at('d'), 0o755);
      watched.repository.dispose();
      ground.dispose();
    }
  });
});
