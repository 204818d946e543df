import assert from 'node:assert/strict';
import { api, useGround, withSettings } from './ground.ts';

describe('settings take effect at once', () => {
  const ground = useGround('settings');
  const write = async (): Promise<string> => {
    const outcome = await (await api()).call('redline_write_file', { filePath: ground.path('a.txt'), content: 'x\n' });
    return outcome.success ? 'ok' : outcome.error.code;
  };
  const everything = ['read', 'create', 'update', 'delete', 'move'];

  const table: readonly (readonly [name: string, value: unknown, outcome: string])[] = [
    ['redline.writesEnabled', false, 'WRITES_DISABLED'],
    ['redline.writesEnabled', 'yes', 'WRITES_DISABLED'],
    ['redline.rules', [{ operations: everything, paths: ['**'], action: 'deny' }], 'PERMISSION_DENIED'],
    ['redline.rules', [{ operations: ['write'], paths: ['**'], action: 'allow' }], 'WRITES_DISABLED'],
    ['redline.protectedFiles', [''], 'WRITES_DISABLED'],
  ];
  for (const [name, value, expected] of table) {
    it(`${name}: ${JSON.stringify(value)}`, async () => {
      await withSettings({ [name]: value }, async () => assert.equal(await write(), expected));
      assert.equal(await write(), 'ok');
    });
  }

  it('redline.externalPaths', async () => {
    const read = async (): Promise<string> => {
      const outcome = await (await api()).call('redline_path_info', { path: '/' });
      return outcome.success ? 'ok' : outcome.error.code;
    };
    assert.equal(await read(), 'OUTSIDE_WORKSPACE');
  });

  it('redline.save', async () => {
    ground.put('a.txt', 'one\n');
    await withSettings({ 'redline.save': 'never' }, async () => {
      await ground.done('redline_edit_file', { filePath: ground.path('a.txt'), oldString: 'one', newString: 'two' });
      assert.equal(ground.text('a.txt'), 'one\n');
    });
  });
});
