import assert from 'node:assert/strict';
import { programFiles, spawnCommandOf } from '../../../src/core/connect/programFiles.ts';

describe('the start of a program', () => {
  for (const [program, windows, command, shell] of [
    [String.raw`C:\Program Files\codex.cmd`, true, String.raw`"C:\Program Files\codex.cmd"`, true],
    [String.raw`C:\Program Files\codex.exe`, true, String.raw`C:\Program Files\codex.exe`, false],
    ['/opt/my tools/codex.cmd', false, '/opt/my tools/codex.cmd', false],
  ] as const)
    it(`needs ${shell ? 'a' : 'no'} shell for ${program}`, () =>
      assert.deepEqual(spawnCommandOf(program, windows), { command, shell }));
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
