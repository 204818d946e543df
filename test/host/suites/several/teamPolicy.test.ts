import assert from 'node:assert/strict';
import { set } from '../ground.ts';
import { apiCall, ending } from '../guard/data/calls.ts';
import { allowAll } from '../guard/data/settings.ts';
import { root, wholePath, type RootName } from './roots.ts';

const file = '.redline/policy.json';

describe("several folders: a team's policy", function () {
  const write = async (filePath: string): Promise<string> =>
    ending(await apiCall('write_file', { filePath, content: 'x\n' }));
  const policy = (name: RootName, value: unknown): void => root(name).put(file, JSON.stringify(value));

  before(() => set('redline.rules', allowAll));
  after(() => set('redline.rules', undefined));
  afterEach(() => {
    for (const name of ['one', 'two', 'inner', 'memory'] as const)
      for (const each of ['.redline', 'teamed.md', 'moved.md']) root(name).remove(each);
  });

  it('holds for its own folder, and for one inside it', async () => {
    const teamed = { operations: ['create', 'update'], paths: ['**/teamed.md'], action: 'deny' };
    policy('one', { rules: [teamed] });
    assert.match(await write(wholePath('one', 'teamed.md')), /PERMISSION_DENIED/);
    assert.doesNotMatch(await write(wholePath('two', 'teamed.md')), /DENIED/);
    assert.match(await write('inner/teamed.md'), /PERMISSION_DENIED/);
    policy('memory', { rules: [teamed] });
    assert.match(await write('memory/teamed.md'), /PERMISSION_DENIED/);
  });

  it('lets an agent work where it is allowed, and every folder that a call touches must allow it', async () => {
    policy('one', { agents: ['claude'] });
    policy('two', { agents: ['extension'] });
    assert.match(await write(wholePath('one', 'teamed.md')), /PERMISSION_DENIED/);
    assert.doesNotMatch(await write(wholePath('two', 'teamed.md')), /DENIED/);
    const move = { from: wholePath('two', 'teamed.md'), to: wholePath('one', 'moved.md') };
    assert.match(ending(await apiCall('move', move)), /PERMISSION_DENIED/);
    assert.deepEqual([root('two').exists('teamed.md'), root('one').exists('moved.md')], [true, false]);
  });
});
