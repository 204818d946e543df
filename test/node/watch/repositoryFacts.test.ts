import assert from 'node:assert/strict';
import path from 'node:path';
import { Ground, told } from './ground.ts';

describe('a look at a folder outside of a repository', () => {
  const settingsBefore = process.env['GIT_CONFIG_GLOBAL'];
  let ground: Ground;
  beforeEach(() => {
    ground = new Ground();
    process.env['GIT_CONFIG_GLOBAL'] = path.join(ground.base, 'settings');
  });
  afterEach(() => {
    if (settingsBefore === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
    else process.env['GIT_CONFIG_GLOBAL'] = settingsBefore;
    ground.dispose();
  });

  it('sees names that differ in case only, whatever the settings of the user say of their disk', async function () {
    if (process.platform !== 'linux') return this.skip();
    ground.write({ README: '1' });
    ground.sh('git config -f ../settings core.ignoreCase true');
    const watched = await ground.open();
    await ground.look(watched);
    ground.write({ Readme: '2' });
    assert.deepEqual(told(await ground.look(watched)), ['+ Readme']);
    watched.repository.dispose();
  });
});
