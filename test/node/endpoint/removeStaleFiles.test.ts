import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openEndpoint } from '../../../src/node/endpoint/endpoint.ts';
import { removeStaleFiles } from '../../../src/node/endpoint/removeStaleFiles.ts';
import { waitFor } from '../../host/driver/wait.ts';
import { ScriptedWindow } from './agentWindow.ts';
import { Machine, namesOfWindows } from './machine.ts';

/** Bytes, without garbage. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('what killed windows left', () => {
  let machine: Machine;
  let windows: string;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    windows = path.join(machine.home, 'windows');
    await mkdir(windows, { recursive: true, mode: 0o700 });
  });
  afterEach(() => machine.stop());

  const at = (name: string): string => path.join(windows, name);

  /** A socket whose program was killed. */
  async function deadSocket(id: string): Promise<string> {
    const script = 'require("net").createServer().listen(process.argv[1], () => console.log("listening"))';
    const child = spawn(process.execPath, ['-e', script, at(`${id}.sock`)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok(existsSync(at(`${id}.sock`)));
    return at(`${id}.sock`);
  }

  const entryText = (socket: string, host = hostname()): string =>
    `${JSON.stringify({ socket, host, token: 't', version: '1.0.0', focusedAt: 1, folders: [] })}\n`;
  const leave = (name: string, text: string): Promise<void> => writeFile(at(name), text);
  const age = async (...names: string[]): Promise<void> => {
    const longAgo = Date.now() / 1000 - 3600;
    for (const name of names) await utimes(at(name), longAgo, longAgo);
  };

  it('is removed when a window opens its endpoint: entries, sockets, drafts, and what says that one was closed long ago', async () => {
    const socket = await deadSocket('00000000000000a1');
    await leave('00000000000000a1.json', entryText(socket));
    await leave('00000000000000a2.json', entryText(at('00000000000000a2.sock')));
    await leave('00000000000000a3.json.new', entryText(socket));
    await leave('00000000000000a4.json.new', '{"socket":"/home');
    await deadSocket('00000000000000a5');
    await leave('00000000000000a6.closed', entryText(socket));
    await leave('00000000000000a7.closed', entryText(socket));
    await age('00000000000000a4.json.new', '00000000000000a5.sock', '00000000000000a6.closed');
    const { endpoint } = await machine.openWindow([machine.root]);
    const [own, ownSocket, ...others] = (await namesOfWindows(windows)).toSorted();
    assert.match(own ?? '', /^[0-9a-f]{16}\.json$/);
    assert.match(ownSocket ?? '', /^[0-9a-f]{16}\.sock$/);
    assert.deepEqual(others, []);
    endpoint.close();
    assert.deepEqual(await namesOfWindows(windows), []);
    // Hooks may wait for the window that was closed a moment ago.
    const killed = ['00000000000000a1.closed', '00000000000000a2.closed'];
    const closed = new Set([...killed, '00000000000000a7.closed', own?.replace('.json', '.closed')]);
    assert.deepEqual(new Set(await readdir(windows)), closed);
  });

  it('is told from what is of a live window, of another machine, of a later version, or no file of a window', async () => {
    await machine.openWindow([machine.root]);
    await machine.openWindow([machine.root]);
    const live = await namesOfWindows(windows);
    await age(...live);
    const elsewhere = await deadSocket('00000000000000b1');
    await leave('00000000000000b1.json', entryText(elsewhere, 'another-machine'));
    await leave('00000000000000b2.json', '{"listens":{"on":"/a/later/form.sock"}}\n');
    const dead = await deadSocket('00000000000000b3');
    // May be of a window that has bound its socket, and listens in a moment.
    const justBound = await deadSocket('00000000000000b4');
    await leave('00000000000000b5.json.new', '{"socket":"/ho');
    await leave('notes.json', entryText(dead));
    await leave('00000000000000B6.json', entryText(dead));
    await mkdir(at('00000000000000b7.json'));
    await symlink(at('notes.json'), at('00000000000000b8.json'));
    await leave('00000000000000b9.sock', 'no socket');
    await age('00000000000000b1.sock', '00000000000000b2.json', '00000000000000b3.sock', '00000000000000b9.sock');
    const before = await namesOfWindows(windows);
    await removeStaleFiles(machine.home);
    const after = await namesOfWindows(windows);
    assert.deepEqual(
      before.filter((name) => !after.includes(name)),
      ['00000000000000b3.sock'],
    );
    assert.ok(existsSync(justBound));
  });

  it('is left alone where it is of another user', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await leave('00000000000000c1.json', entryText(at('gone.sock')));
    const socket = await deadSocket('00000000000000c2');
    await age('00000000000000c2.sock');
    await chown(at('00000000000000c1.json'), 65_534, 65_534);
    await chown(socket, 65_534, 65_534);
    await removeStaleFiles(machine.home);
    assert.equal((await namesOfWindows(windows)).length, 2);
  });

  it('never costs a window that is just opening its place, with twenty at once', async () => {
    for (let round = 0; round < 5; round++) {
      for (let dead = 0; dead < 20; dead++)
        await leave(`00000000000000d${dead.toString(16).at(-1)}.json`, entryText(at('gone.sock')));
      const opened = await Promise.all(Array.from({ length: 20 }, () => machine.openWindow([machine.root])));
      const names = await namesOfWindows(windows);
      assert.equal(names.filter((name) => name.endsWith('.json')).length, 20);
      assert.equal(names.filter((name) => name.endsWith('.sock')).length, 20);
      for (const { endpoint } of opened) endpoint.close();
      assert.deepEqual(await namesOfWindows(windows), []);
    }
  });

  it('is nothing after three hundred windows, and neither is anything in memory', async function () {
    this.timeout(120_000);
    // What an earlier test opened may still be closing, so there may also be less than at first.
    const openResources = (): number => process.getActiveResourcesInfo().length;
    const facts = {
      folders: [machine.root],
      version: '9.9.9',
      focusedAt: 0,
      worktrees: false,
      whenAway: 'agent',
    } as const;
    const openAndClose = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++)
        (await openEndpoint(new ScriptedWindow(), facts, path.join(machine.root, 'dist'))).close();
    };
    await openAndClose(50);
    const [openBefore, heapBefore] = [openResources(), usedHeap()];
    await openAndClose(300);
    await waitFor('no more to be open than before', () => openResources() <= openBefore);
    const grown = usedHeap() - heapBefore;
    assert.ok(grown < 640 * 1024, `${grown} bytes for three hundred windows`);
    assert.deepEqual(await namesOfWindows(windows), []);
    const bin = await readdir(path.join(machine.home, 'bin'));
    assert.equal(bin.length, 2, bin.join());
    assert.match(await readFile(machine.launcher, 'utf8'), /^#!\/bin\/sh\n/);
  });
});
