import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { VSCode } from '../driver/harness.ts';
import { startBareHost, type BareHost } from './bareHost.ts';
import { call, openEntries } from './calls.ts';
import { fortyFiles, type FortyFiles } from './fortyFiles.ts';
import { lay, stateOf } from './files.ts';

// The history of all calls has room on it, where nothing fills it.
const megabytes = 48;

/**
 * The disk of the workspace's files, and then that of the history, with less and less room for a call over forty files:
 * it lands whole, or says why not and leaves every byte as it was. Then both are read-only.
 */
export async function runDisk(told: (line: string) => void): Promise<string> {
  const host = await startBareHost();
  const mounted: SmallDisk[] = [];
  const counts: string[] = [];
  try {
    // With the first change there is a history.
    assert.equal(await call(host.evaluate, 'redline_write_file', { filePath: 'first.txt', content: 'one\n' }), null);
    const [journal] = globSync('**/redline-tools.redline/journal', { cwd: host.data });
    assert.ok(journal);
    const storage = path.join(host.data, journal, '..');
    for (const [what, folder] of [
      ['files', path.join(host.workspace.root, 'small')],
      ['history', storage],
    ] as const) {
      const disk = mountSmallDisk(folder, megabytes);
      if (disk === undefined) return 'NOT RUN: mounting is not permitted here; the suite with a failing port stands in';
      mounted.push(disk);
      counts.push(`${what} ${await withRoom(host, disk, what, told)}`);
      disk.unmount();
      mounted.pop();
    }
    return counts.join('; ');
  } catch (cause) {
    told(host.log());
    throw cause;
  } finally {
    for (const disk of mounted) disk.unmount();
    await host.stop();
  }
}

async function withRoom(host: BareHost, disk: SmallDisk, what: string, told: (line: string) => void): Promise<string> {
  const report = { landed: 0, refused: 0, readonly: 0, late: 0 };
  const rooms = [0, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072];
  for (const [index, room] of [...rooms, 'readonly' as const].entries()) {
    disk.leave(megabytes << 20);
    const folder = what === 'files' ? `small/room${index}` : `room${index}`;
    const plan = await lay(host, fortyFiles(folder));
    if (room === 'readonly') disk.readonly(true);
    else disk.leave(room * 1024);
    const said = await call(host.evaluate, 'redline_apply_patch', { patchText: plan.patch });
    const state = stateOf(host, plan);
    assert.equal(state, said === null ? 'after' : 'before', `${what}, ${room}: ${said}`);
    if (said !== null) assert.match(said, /^(IO_ERROR|PERMISSION_DENIED): /);
    const late = what === 'history' && said === null ? await endLate(host, disk) : 0;
    report.late += late;
    assert.equal(openEntries(host), 0, `${what}, ${room}: an open entry`);
    assert.deepEqual(globSync('**/.redline-*', { cwd: host.workspace.root }), [], 'a draft is left');
    report[said === null ? 'landed' : room === 'readonly' ? 'readonly' : 'refused'] += 1;
    // After a late one the last change is another.
    if (said === null && late === 0) await undoWithoutRoom(host, disk, plan);
    told(`${what}, ${room === 'readonly' ? 'read-only' : `${room} KB free`}: ${said ?? 'landed'}`);
    if (room === 'readonly') disk.readonly(false);
    if (said === null) continue;
    // With room again the same call lands.
    disk.leave(megabytes << 20);
    assert.equal(await call(host.evaluate, 'redline_apply_patch', { patchText: plan.patch }), null);
    assert.equal(stateOf(host, plan), 'after');
    if (what === 'files') await host.evaluate(forget, path.join(host.workspace.root, folder));
  }
  assert.ok(report.landed > 0 && report.refused > 2, JSON.stringify(report));
  const late = report.late > 0 ? ` (${report.late} of them written down as done with the next call)` : '';
  return `${report.landed} landed${late}, ${report.refused} refused for want of room, ${report.readonly} as read-only`;
}

/** Taking back what landed, with no room left at all: it is done whole, or not at all and works once there is room. */
async function undoWithoutRoom(host: BareHost, disk: SmallDisk, plan: FortyFiles): Promise<void> {
  disk.leave(0);
  await host.evaluate(undo);
  const state = stateOf(host, plan);
  assert.notEqual(state, 'mixed', 'the undo');
  disk.leave(megabytes << 20);
  if (state === 'after') await host.evaluate(undo);
  assert.equal(stateOf(host, plan), 'before');
  assert.equal(openEntries(host), 0, 'an open entry of the undo');
}

/** Runs in the extension host: where an undo fails, it says so until its notification is closed. */
async function undo(vscode: VSCode): Promise<null> {
  const state = { isDone: false };
  const end = Promise.resolve(vscode.commands.executeCommand('redline.undoLastChange', { ask: false })).finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    await vscode.commands.executeCommand('notifications.clearAll');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await end;
  return null;
}

/**
 * Where a call that landed found no room to be written down as done, it is so with the next call that finds some. Answers
 * how many calls that were.
 */
async function endLate(host: BareHost, disk: SmallDisk): Promise<number> {
  const open = openEntries(host);
  if (open === 0) return 0;
  disk.leave(megabytes << 20);
  const next = { filePath: 'first.txt', content: 'more\n', mode: 'append' };
  assert.equal(await call(host.evaluate, 'redline_write_file', next), null);
  assert.equal(open, 1);
  return open;
}

/** Runs in the extension host. */
function forget(vscode: VSCode, folder: string): Thenable<null> {
  return vscode.workspace.fs.delete(vscode.Uri.file(folder), { recursive: true }).then(() => null);
}

/** A file system of its own, small enough to be filled. */
interface SmallDisk {
  /** Leaves so many bytes free, by a file that fills the rest. */
  readonly leave: (bytes: number) => void;
  readonly readonly: (readonly: boolean) => void;
  readonly unmount: () => void;
}

/** Mounts one over a folder. Undefined where mounting is not permitted. */
function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) return undefined;
  const filling = path.join(folder, '.filling');
  return {
    leave: (bytes) => {
      rmSync(filling, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      const rest = bavail * bsize - bytes;
      if (rest > 0) writeFileSync(filling, Buffer.alloc(rest));
    },
    readonly: (readonly) => {
      if (!mount('-o', `remount,${readonly ? 'ro' : 'rw'}`, folder)) throw new Error('It could not be mounted again.');
    },
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
    },
  };
}

function mount(...args: readonly string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
