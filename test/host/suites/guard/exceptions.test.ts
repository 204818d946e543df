import assert from 'node:assert/strict';
import { useGround, withSettings } from '../ground.ts';
import { apiCall } from './data/calls.ts';
import { allowAll, every } from './data/settings.ts';

const create = async (filePath: string) => (await apiCall('write_file', { filePath, content: 'one\n' })).success;
const read = async (filePath: string) => (await apiCall('read_file', { filePath })).success;

describe('a rule that excepts the folders of a folder', () => {
  const ground = useGround('excepted');

  it('lets agents make them and what is in them, and neither change nor read what is beside them', async () => {
    const { path } = ground;
    ground.put('beside.txt', 'one\n');
    const rule = { operations: every, paths: [path('**')], except: [`/${path('*/**')}`], action: 'deny' };
    await withSettings({ 'redline.rules': [rule, ...allowAll] }, async () => {
      assert.equal(await create(path('new/deep/a.txt')), true);
      assert.equal(await create(path('new.txt')), false);
      assert.equal(await read(path('new/deep/a.txt')), true);
      assert.equal(await read(path('beside.txt')), false);
      for (const [tool, input] of [
        ['list_directory', { dirPath: path('').replace(/\/$/, ''), recursive: true }],
        ['find_files', { pattern: path('**') }],
      ] as const) {
        const answer = JSON.stringify(await apiCall(tool, input));
        assert.match(answer, /a\.txt/);
        assert.doesNotMatch(answer, /beside/);
      }
    });
  });
});
