import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { approved, edit, startHook } from './hookRun.ts';
import { getReloadDeadline } from '../../src/bridge/windows.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';
import { waitFor } from '../host/driver/wait.ts';

describe('the hook of the bridge, where no window answers', () => {
  let machine: Machine;
  let folder = '';
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    folder = await machine.folder('project');
  });
  afterEach(() => machine.stop());

  const start = (input: unknown, ...options: readonly string[]): ChildProcess =>
    startHook(machine, folder, input, options);

  /** As if the windows had been closed long ago. */
  async function outwait(): Promise<void> {
    const windows = path.join(machine.home, 'windows');
    for (const name of (await readdir(windows)).filter((each) => each.endsWith('.closed')))
      await utimes(path.join(windows, name), 0, 0);
  }

  it('leaves an edit to the agent where no window has the folder, or refuses it where the person wants that', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    endpoint.close();
    await outwait();
    assert.deepEqual(await outputOf(start(edit(folder))), { stdout: '', stderr: '', code: 0 });
    const strict = await machine.openWindow([folder], { whenAway: 'deny' });
    strict.endpoint.close();
    await outwait();
    const { stdout, code } = await outputOf(start(edit(folder)));
    assert.equal(code, 0);
    assert.match(stdout, /"permissionDecision":"deny"/);
    assert.match(stdout, /Ask the user to open that folder in VS Code, then call the tool again\..*redline off/);
    // The user's shell does not find it by its name alone.
    const launcher = JSON.stringify(path.join(machine.home, 'bin', 'redline')).slice(1, -1);
    assert.ok(stdout.includes(`\`${launcher} off\``), stdout);
  });

  it('refuses an edit where one of two editors wants that, until that one changes or is deleted', async () => {
    const strict = await machine.openWindow([folder], { whenAway: 'deny', editor: 'strict' });
    const other = await machine.openWindow([await machine.folder('other')]);
    strict.endpoint.close();
    await outwait();
    const facts = { folders: [], version: '9.9.9', focusedAt: 1, worktrees: false, whenAway: 'agent' } as const;
    await other.endpoint.announce(facts);
    assert.match((await outputOf(start(edit(folder)))).stdout, /"permissionDecision":"deny"/);
    await rename(path.join(machine.root, '.strict'), path.join(machine.root, '.gone'));
    assert.equal((await outputOf(start(edit(folder)))).stdout, '');
    await rename(path.join(machine.root, '.gone'), path.join(machine.root, '.strict'));
    const again = await machine.openWindow([folder], { whenAway: 'deny', editor: 'strict' });
    await again.endpoint.announce(facts);
    again.endpoint.close();
    await outwait();
    assert.equal((await outputOf(start(edit(folder)))).stdout, '');
  });

  it('asks the window that has the file where none has the folder of the agent', async () => {
    const { window, endpoint } = await machine.openWindow([folder]);
    window.onHook = async () => approved;
    const outside = await machine.folder('outside');
    const outputIn = (input: object): Promise<{ stdout: string }> =>
      outputOf(startHook(machine, outside, { ...edit(folder), cwd: outside, ...input }, []));
    assert.equal((await outputIn({})).stdout, approved.stdout);
    const patch = '*** Begin Patch\n*** Delete File: ../project/a.txt\n*** End Patch';
    assert.equal((await outputIn({ tool_name: 'apply_patch', tool_input: { input: patch } })).stdout, approved.stdout);
    const away = { filePath: `${outside}/a.txt`, oldString: `${folder}/a.txt`, newString: patch };
    assert.equal((await outputIn({ tool_input: away })).stdout, '');
    await outputOf(machine.run(folder, 'off'));
    assert.equal((await outputIn({})).stdout, '');
    await outputOf(machine.run(folder, 'on'));
    endpoint.close();
    const output = outputIn({});
    await machine.openWindow([folder], {}, async () => approved);
    assert.equal((await output).stdout, approved.stdout, 'it may be reloading');
  }).timeout(60_000);

  it('asks the window that has the file where the gate is off in the folder of the agent alone', async () => {
    const { window, endpoint } = await machine.openWindow([folder], { whenAway: 'deny' });
    window.onHook = async () => approved;
    const outside = await machine.folder('outside');
    await outputOf(machine.run(outside, 'off'));
    const outputIn = (input: object): Promise<{ stdout: string }> =>
      outputOf(startHook(machine, outside, { ...edit(folder), cwd: outside, ...input }, []));
    assert.equal((await outputIn({})).stdout, approved.stdout);
    assert.equal((await outputIn({ tool_input: { filePath: `${outside}/a.txt` } })).stdout, '');
    assert.equal((await outputIn({ tool_name: 'run_in_terminal', tool_input: { command: 'ls' } })).stdout, '');
    endpoint.close();
    const output = outputIn({});
    await machine.openWindow([folder], {}, async () => approved);
    assert.equal((await output).stdout, approved.stdout, 'it may be reloading');
    await outputOf(machine.run(folder, 'off'));
    assert.equal((await outputIn({})).stdout, '');
  }).timeout(60_000);

  it('asks the window again that went away while it waited', async () => {
    const first = await machine.openWindow([folder]);
    const asked = Promise.withResolvers<void>();
    first.window.onHook = ({ signal }) => {
      asked.resolve();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(approved)));
    };
    const output = outputOf(start(edit(folder)));
    await asked.promise;
    first.endpoint.close();
    await machine.openWindow([folder], {}, async () => approved);
    assert.equal((await output).stdout, approved.stdout);
  }).timeout(60_000);

  for (const ending of ['is closed', 'is killed'] as const)
    it(`waits for a window that ${ending}, which may be reloading, and for no other`, async () => {
      const first = await machine.openWindow([folder]);
      const windows = path.join(machine.home, 'windows');
      const [name = ''] = (await readdir(windows)).filter((each) => each.endsWith('.json'));
      const [entry, closed] = [path.join(windows, name), path.join(windows, name.replace('.json', '.closed'))];
      const text = await readFile(entry);
      first.endpoint.close();
      if (ending === 'is killed') {
        await rename(closed, entry);
        assert.deepEqual(await readFile(entry), text);
      }
      const output = outputOf(start(edit(folder)));
      if (ending === 'is killed') await waitFor('the hook to find it dead', async () => existsSync(closed));
      const second = await machine.openWindow([folder], {}, async () => approved);
      assert.equal((await output).stdout, approved.stdout);
      second.endpoint.close();
      await outwait();
      assert.ok(getReloadDeadline(machine.home, folder) < Date.now());
      assert.equal((await outputOf(start(edit(folder)))).stdout, '');
    }).timeout(60_000);

  it('waits no longer once the gate is switched off', async () => {
    const { endpoint } = await machine.openWindow([folder], { whenAway: 'deny' });
    const windows = path.join(machine.home, 'windows');
    const [name = ''] = (await readdir(windows)).filter((each) => each.endsWith('.json'));
    const [entry, closed] = [path.join(windows, name), path.join(windows, name.replace('.json', '.closed'))];
    endpoint.close();
    await rename(closed, entry);
    const output = outputOf(start(edit(folder)));
    await waitFor('the hook to find the window dead', async () => existsSync(closed));
    await outputOf(machine.run(folder, 'off'));
    assert.deepEqual(await output, { stdout: '', stderr: '', code: 0 });
  }).timeout(60_000);

  it('does not wait for a window that was closed at a time to come, since the clock was set back', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    endpoint.close();
    assert.ok(getReloadDeadline(machine.home, folder) > Date.now());
    assert.equal(getReloadDeadline(machine.home, machine.root), 0);
    const windows = path.join(machine.home, 'windows');
    const [name = ''] = await readdir(windows);
    const later = Date.now() / 1000 + 3600;
    await utimes(path.join(windows, name), later, later);
    assert.equal(getReloadDeadline(machine.home, folder), 0);
  });

  it('refuses an edit whose window went away for good while it was asked', async () => {
    const { window, endpoint } = await machine.openWindow([folder]);
    const asked = Promise.withResolvers<void>();
    window.onHook = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const output = outputOf(start(edit(folder), '--timeout=6'));
    await asked.promise;
    endpoint.close();
    assert.match((await output).stdout, /"permissionDecision":"deny".*went away, and did not come back/);
  }).timeout(60_000);

  it('refuses an edit that the window, or the folder of windows, cannot be asked about', async () => {
    const { window } = await machine.openWindow([folder]);
    window.onHook = () => assert.fail('The window was asked.');
    const windows = path.join(machine.home, 'windows');
    const entry = (await readdir(windows)).find((name) => name.endsWith('.json')) ?? '';
    const { socket } = JSON.parse(await readFile(path.join(windows, entry), 'utf8'));
    const others = Array.from({ length: 64 }, () => createConnection(socket));
    await Promise.all(others.map((other) => once(other, 'connect')));
    assert.match((await outputOf(start(edit(folder)))).stdout, /"deny".*64 agents are connected/);
    for (const other of others) other.destroy();
    await chmod(windows, 0o777);
    assert.match((await outputOf(start(edit(folder)))).stdout, /"deny".*Others can write to/);
    const after = { ...edit(folder), hook_event_name: 'PostToolUse' };
    assert.deepEqual(await outputOf(start(after)), { stdout: '', stderr: '', code: 0 });
  });

  it('refuses an edit whose window is there and does not answer, or cannot be reached', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    const windows = path.join(machine.home, 'windows');
    const [name = ''] = (await readdir(windows)).filter((each) => each.endsWith('.json'));
    const entry = path.join(windows, name);
    const text = await readFile(entry, 'utf8');
    const { socket } = JSON.parse(text);
    endpoint.close();
    await writeFile(entry, text, { mode: 0o600 });
    const others = { silent: () => undefined, 'one that hangs up': (peer: Socket) => peer.destroy() };
    for (const [what, onPeer] of Object.entries(others)) {
      const peers = new Set<Socket>();
      const server = createServer((peer) => {
        peers.add(peer);
        onPeer(peer);
      }).listen(socket);
      await once(server, 'listening');
      // Three seconds before the agent's time is over, it must be answered.
      const { stdout } = await outputOf(start(edit(folder), '--timeout=4'));
      assert.match(stdout, /"deny".*does not answer\. Nothing was read or changed/, what);
      for (const peer of peers) peer.destroy();
      server.close();
      await once(server, 'close');
    }
    await symlink(socket, socket);
    assert.match((await outputOf(start(edit(folder)))).stdout, /"deny".*cannot be reached \(connect ELOOP/);
  }).timeout(60_000);
});
