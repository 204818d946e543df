import assert from 'node:assert/strict';
import { HookWindow } from './hookWindow.ts';

describe('a path that begins with "~"', () => {
  it('is judged as each file in the workspace that it may mean, if it is read', async () => {
    const window = new HookWindow({ 'a.txt': 'one', 'private/notes.txt': 'two' });
    window.memory.denied = /^private/;
    for (const [tool, input, isDenied] of [
      ['Read', { file_path: '~/ws/private/notes.txt' }, true],
      ['Read', { file_path: '~//private/notes.txt' }, true],
      ['Read', { file_path: '~/ws/a.txt' }, false],
      ['Read', { file_path: '~' }, false],
      ['Grep', { pattern: 'x', path: '~/ws/private' }, true],
      ['Grep', { pattern: 'x', path: '~/ws' }, false],
      ['Grep', { pattern: 'x', path: '~/ws/private', glob: '*.txt' }, true],
      ['Grep', { pattern: 'x', path: '~/ws', glob: '*.md' }, false],
    ] as const) {
      const { stdout } = await window.call('claude', tool, input).output;
      assert.equal(/"deny".*PERMISSION_DENIED/.test(stdout), isDenied, `${JSON.stringify(input)}: ${stdout}`);
    }
  });

  it('is judged in the home alone that the hook names, so that nobody is asked about others', async () => {
    const window = new HookWindow({ 'private/notes.txt': 'two' });
    window.memory.denied = /^private/;
    for (const [home, path, isDenied] of [
      ['/', '~/ws/private/notes.txt', true],
      ['/ws/', '~/private/notes.txt', true],
      ['/home/me', '~/ws/private/notes.txt', false],
      ['/home/me', '~/private/notes.txt', false],
    ] as const) {
      for (const [tool, input] of [
        ['Read', { file_path: path }],
        ['Grep', { pattern: 'x', path: path.slice(0, -'/notes.txt'.length) }],
      ] as const) {
        const { stdout } = await window.call('claude', tool, input, { home }).output;
        assert.equal(/"deny".*PERMISSION_DENIED/.test(stdout), isDenied, `${tool} ${path} in ${home}: ${stdout}`);
      }
    }
  });

  it('is judged as each folder that it may mean, if a glob in it names what rules restrict', async () => {
    const window = new HookWindow({ 'in/a.sql': 'one', 'in/a.ts': 'two' });
    window.memory.denied = /\.sql$/;
    for (const [glob, isDenied] of [
      ['*.sql', true],
      ['*.ts', false],
    ] as const) {
      const { stdout } = await window.call('claude', 'Grep', { pattern: 'x', path: '~/ws/in', glob }).output;
      assert.equal(/"deny".*PERMISSION_DENIED/.test(stdout), isDenied, `${glob}: ${stdout}`);
    }
  });

  it('is refused where a search in it may find secrets', async () => {
    const window = new HookWindow({ 'a.pem': 'KEY' });
    for (const [path, why] of [
      ['~/ws', /"~" is not expanded/],
      ['~', /"~" is not expanded/],
      ['~/.ssh', /outside of the workspace/],
    ] as const) {
      const { decision, reason } = await window.call('claude', 'Grep', { pattern: 'x', path, glob: '*.pem' }).answer;
      assert.equal(decision, 'deny', path);
      assert.match(reason, why);
    }
  });

  it('is refused, since some agents mean the home by it, while the person would see a folder of that name', async () => {
    const window = new HookWindow({ 'a.txt': 'one' });
    for (const [tool, input] of [
      ['Write', { file_path: '~/.bashrc', content: 'x' }],
      ['Edit', { file_path: '~/a.txt', old_string: '', new_string: 'x' }],
    ] as const) {
      const { decision, reason } = await window.call('claude', tool, input).answer;
      assert.deepEqual([decision, window.asked.length], ['deny', 0]);
      assert.match(reason, /"~" is not expanded/);
    }
    await window.call('claude', 'Write', { file_path: './~/a.txt', content: 'x' }).answer;
    assert.deepEqual(
      window.asked.map(({ files }) => Object.keys(files)),
      [['~/a.txt']],
    );
  });
});
