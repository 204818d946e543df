import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../host/driver/wait.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';
import { edit, startHook } from './hookRun.ts';

/** Longer than any buffer between two programs. */
const longAnswer = `${JSON.stringify({ hookSpecificOutput: { permissionDecision: 'allow', text: 'x'.repeat(1_500_000) } })}\n`;

/** Stops the clock of a program, and lets an hour pass at a signal: all its timers end at once. */
const stoppedClock = `
const { mock } = require('node:test');
mock.timers.enable({ apis: ['setTimeout'] });
process.on('SIGUSR2', () => {
  mock.timers.tick(3_600_000);
  process.stderr.write('An hour has passed.');
});
`;

describe('an agent that does not read the answer of its hook', () => {
  if (process.platform === 'win32') return;
  let machine: Machine;
  let hook: ChildProcess;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    const { window } = await machine.openWindow([machine.root]);
    window.onHook = async () => ({ stdout: longAnswer, exitCode: 0 });
    const clock = path.join(machine.root, 'clock.cjs');
    await writeFile(clock, stoppedClock);
    const script = await readFile(machine.launcher, 'utf8');
    const options = `export NODE_OPTIONS='--require=${clock}'`;
    await writeFile(machine.launcher, script.replace(/^unset NODE_OPTIONS$/m, options));
    hook = startHook(machine, machine.root, edit(machine.root), []);
    await waitFor('the answer to begin', () => hook.stdout?.readableLength);
  });
  afterEach(() => machine.stop());

  it('gets all of it, however late it reads: half an answer is none, and the agent would write its own edit', async () => {
    hook.kill('SIGUSR2');
    await Promise.race([once(hook, 'exit'), once(hook.stderr ?? assert.fail(), 'data')]);
    const { stdout, code } = await outputOf(hook);
    assert.equal(stdout.length, longAnswer.length);
    assert.equal(code, 0);
  });

  it('is told to stop its tool by the exit code if it closes the pipe before the end', async () => {
    const exit = once(hook, 'exit');
    hook.stdout?.destroy();
    assert.deepEqual(await exit, [2, null]);
  });
});
