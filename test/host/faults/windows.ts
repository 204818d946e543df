import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../driver/wait.ts';
import type { Evaluate } from '../driver/harness.ts';
import { startBareHost, type BareHost } from './bareHost.ts';
import { begin, call, entriesOf, journalled, openEntries } from './calls.ts';
import { fortyFiles } from './fortyFiles.ts';
import { lay, stateOf } from './files.ts';

/**
 * Two windows on one folder: the second starts while the first is in the middle of a call, and leaves it alone; then the
 * first is killed in the middle of another, and the second ends what it left, without a start.
 */
export async function runWindows(told: (line: string) => void): Promise<string> {
  const host = await startBareHost();
  try {
    const first = host.evaluateHere();
    const long = await lay(host, fortyFiles('long', 400));
    const before = entriesOf(host).length;
    await begin(first, 'redline_apply_patch', { patchText: long.patch });
    await journalled(host, before);
    const second = await host.secondWindow();
    // A call of the second window waits until that has looked at what it found.
    const small = await lay(host, fortyFiles('small'));
    assert.equal(await call(second, 'redline_apply_patch', { patchText: small.patch }), null);
    const stillOpen = openEntries(host) > 0;
    await waitFor('the first call to end', () => openEntries(host) === 0, 120_000);
    assert.equal(stateOf(host, long), 'after');
    assert.equal(stateOf(host, small), 'after');
    told(
      `the second window started beside a call that was ${stillOpen ? 'still' : 'no longer'} under way, and left it alone`,
    );
    const raced = await race(host, [first, second]);
    told(raced);
    const killed = await lay(host, fortyFiles('killed', 400));
    const known = entriesOf(host).length;
    const pid = await begin(first, 'redline_apply_patch', { patchText: killed.patch });
    await journalled(host, known);
    await delay(100);
    process.kill(pid, 'SIGKILL');
    await waitFor('a window to end what was cut off', () => openEntries(host) === 0, 60_000);
    const state = stateOf(host, killed);
    assert.notEqual(state, 'mixed');
    return `a call under way in the first was ${stillOpen ? 'left alone' : 'over before it could be seen'}; one that was killed is ${state === 'after' ? 'complete' : 'taken back'}; ${raced}`;
  } finally {
    await host.stop();
  }
}

const appends = 60;

/** Both windows append to one file at once: each line whose call said so is there once, and none of a call that failed. */
async function race(host: BareHost, windows: readonly Evaluate[]): Promise<string> {
  await host.workspace.write('raced.txt', '');
  const each = windows.map(async (evaluate, window) => {
    const landed: string[] = [];
    for (let at = 0; at < appends; at++) {
      const line = `window ${window} line ${at}\n`;
      const said = await call(evaluate, 'redline_write_file', { filePath: 'raced.txt', content: line, mode: 'append' });
      if (said === null) landed.push(line);
      else assert.match(said, /^STALE: /);
    }
    return landed;
  });
  const landed = (await Promise.all(each)).flat();
  const found = await host.workspace.read('raced.txt');
  assert.deepEqual(found.split(/(?<=\n)/).sort(), landed.toSorted(), 'a line is lost, or there unsaid');
  return `of ${2 * appends} lines that both appended to one file ${landed.length} landed, and none was lost`;
}
