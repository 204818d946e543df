import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { LineClient, textOf } from '../../bridge/client.ts';
import { waitFor } from '../../host/driver/wait.ts';
import { Machine, namesOfWindows } from './machine.ts';

interface Found {
  readonly file: string;
  readonly socket: string;
  readonly token: string;
}

describe('a window whose socket or entry is meddled with', () => {
  let machine: Machine;
  let windows: string;
  const servers: Server[] = [];
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    windows = path.join(machine.home, 'windows');
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await machine.stop();
  });

  async function found(): Promise<Found> {
    const [name] = (await namesOfWindows(windows)).filter((each) => each.endsWith('.json'));
    assert.ok(name !== undefined);
    const file = path.join(windows, name);
    return { file, ...JSON.parse(await readFile(file, 'utf8')) };
  }

  async function connected(name = 'codex-mcp-client'): Promise<LineClient> {
    const client = new LineClient(machine.run(machine.root, 'mcp'));
    await client.initialize(name);
    return client;
  }

  /** A new agent reaches the window, and the one that was there before still does. */
  async function seeReached(before: LineClient): Promise<void> {
    assert.equal(textOf(await (await connected()).call('read_file').response), 'Done.');
    assert.equal(textOf(await before.call('read_file').response), 'Done.');
  }

  it('has a new socket soon after it was deleted, and keeps its agents', async () => {
    await machine.openWindow([machine.root]);
    const before = await connected();
    const { socket } = await found();
    await rm(socket);
    const now = await waitFor('another socket', async () => {
      const next = await found();
      return next.socket !== socket && existsSync(next.socket) && next;
    });
    assert.equal((await lstat(now.socket)).mode & 0o777, 0o600);
    await seeReached(before);
  });

  it('has a new socket soon after another program put its own in that place', async () => {
    await machine.openWindow([machine.root]);
    const before = await connected();
    const { socket } = await found();
    let heard = '';
    const server = createServer((stranger) => stranger.on('data', (chunk) => (heard += chunk.toString())));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(`${socket}.mine`, resolve));
    await rename(`${socket}.mine`, socket);
    await waitFor('another socket', async () => (await found()).socket !== socket);
    await seeReached(before);
    assert.equal(heard, '');
  });

  it('has its entry again soon after that was deleted or replaced', async () => {
    await machine.openWindow([machine.root]);
    const before = await connected();
    const { file, socket, token } = await found();
    await rm(file);
    await waitFor('the entry', () => existsSync(file));
    await writeFile(`${file}.mine`, '{"token":"mine"}');
    await rename(`${file}.mine`, file);
    await waitFor('its own entry', async () => (await found()).token === token);
    assert.equal((await found()).socket, socket);
    await seeReached(before);
  });

  it('is back soon after all of ~/.redline/windows was deleted', async () => {
    await machine.openWindow([machine.root]);
    const before = await connected();
    for (let time = 0; time < 3; time++) {
      await rm(windows, { recursive: true });
      await waitFor('the socket', async () => existsSync(windows) && existsSync((await found()).socket));
    }
    assert.equal((await lstat(windows)).mode & 0o777, 0o700);
    await seeReached(before);
  });

  it('leaves nothing but that it was closed, when it is closed while it comes back', async () => {
    for (let round = 0; round < 20; round++) {
      const { endpoint } = await machine.openWindow([machine.root]);
      await rm((await found()).socket);
      const facts = {
        folders: [machine.root],
        version: '9.9.9',
        focusedAt: round,
        worktrees: false,
        whenAway: 'agent',
      } as const;
      const announced = endpoint.announce(facts);
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
      endpoint.close();
      await announced;
      assert.deepEqual(await namesOfWindows(windows), []);
    }
  });

  it('is not opened in a folder that others can write to', async () => {
    await mkdir(machine.home, { mode: 0o700 });
    await chmod(machine.home, 0o777);
    await assert.rejects(machine.openWindow([machine.root]), /Others can write to .*\.redline\. See what is in it/);
    assert.deepEqual(await readdir(machine.home), []);
  });

  it('is not opened in a folder of another user', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await mkdir(machine.home, { mode: 0o700 });
    await chown(machine.home, 65_534, 65_534);
    await assert.rejects(machine.openWindow([machine.root]), /\.redline belongs to another user\. Remove it, or set/);
    await chown(machine.home, 0, 0);
    await mkdir(windows, { mode: 0o700 });
    await chown(windows, 65_534, 65_534);
    await assert.rejects(machine.openWindow([machine.root]), /windows belongs to another user/);
    assert.deepEqual(await namesOfWindows(windows), []);
  });

  it('is not dialled where its entry is in a folder of another user', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await machine.openWindow([machine.root]);
    await chown(windows, 65_534, 65_534);
    const client = await connected();
    assert.match(textOf(await client.call('read_file').response), /Others can write to .*windows, so Redline does not/);
    const status = machine.run(machine.root, 'status');
    assert.ok(status.stderr !== null);
    assert.match(await readText(status.stderr), /^Others can write to .*windows.*Remove that folder/);
  });

  it('says so once where a token is wrong, and hears nothing more of that connection', async () => {
    const { window } = await machine.openWindow([machine.root]);
    const { socket, token } = await found();
    for (const wrong of ['', 'x', token.slice(1), `${token}0`, token.toUpperCase(), 'é'.repeat(token.length)]) {
      const stranger = createConnection(socket);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_file' } };
      const hello = { redline: 1, token: wrong, kind: 'mcp', session: 's', lost: [] };
      stranger.end(`${JSON.stringify(hello)}\n${JSON.stringify(call)}\n`);
      assert.match(await readText(stranger), /^\{"ok":false,"reason":"This window does not accept [^\n]*\n$/);
    }
    assert.deepEqual(window.calls, []);
  });

  it('has its launcher again at the next focus where the Node of another editor has gone, or somebody deleted it', async () => {
    const { endpoint } = await machine.openWindow([machine.root]);
    const written = await readFile(machine.launcher, 'utf8');
    const facts = {
      folders: [machine.root],
      version: '9.9.9',
      focusedAt: 1,
      worktrees: false,
      whenAway: 'agent',
    } as const;
    await writeFile(machine.launcher, written.replace(/^node='.*'$/m, "node='/nowhere/cursor'"));
    await endpoint.announce(facts);
    assert.equal(await readFile(machine.launcher, 'utf8'), written);
    await rm(path.dirname(machine.launcher), { recursive: true });
    await endpoint.announce(facts);
    assert.equal(await readFile(machine.launcher, 'utf8'), written);
    assert.equal(textOf(await (await connected()).call('read_file').response), 'Done.');
  });
});
