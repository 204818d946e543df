import assert from 'node:assert/strict';
import { programFiles, spawnCommandOf } from '../../../src/core/connect/programFiles.ts';

describe('the start of a program', () => {
  for (const [program, windows, expected] of [
    [String.raw`C:\My Tools\a.cmd`, true, { command: String.raw`"C:\My Tools\a.cmd" -v --x`, args: [], shell: true }],
    [
      String.raw`C:\My Tools\a.exe`,
      true,
      { command: String.raw`C:\My Tools\a.exe`, args: ['-v', '--x'], shell: false },
    ],
    ['/my tools/a.cmd', false, { command: '/my tools/a.cmd', args: ['-v', '--x'], shell: false }],
  ] as const)
    it(`needs ${expected.shell ? 'a shell, and no arguments beside the command' : 'no shell'} for ${program}`, () =>
      assert.deepEqual(spawnCommandOf(program, ['-v', '--x'], windows), expected));
});

describe('the files that a program on PATH may be', () => {
  it('are in the order of PATH, and in absolute folders only', () => {
    assert.deepEqual(programFiles('codex', { path: '/opt/x/:.:bin::/usr/bin', windows: false }), [
      '/opt/x/codex',
      '/usr/bin/codex',
    ]);
    assert.deepEqual(programFiles('codex', { path: '', windows: false }), []);
  });

  it('have the endings of programs on Windows', () => {
    assert.deepEqual(programFiles('codex', { path: String.raw`C:\npm;tools;\\server\share\bin`, windows: true }), [
      String.raw`C:\npm\codex.cmd`,
      String.raw`C:\npm\codex.exe`,
      String.raw`\\server\share\bin\codex.cmd`,
      String.raw`\\server\share\bin\codex.exe`,
    ]);
  });
});
