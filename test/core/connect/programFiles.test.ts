import assert from 'node:assert/strict';
import { programFiles } from '../../../src/core/connect/programFiles.ts';

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
