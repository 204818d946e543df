import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, utimes } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { limitIn } from '../../src/bridge/hook.ts';
import { reloadEnd } from '../../src/bridge/windows.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';
import { waitFor } from '../host/driver/wait.ts';

/** What VS Code writes to a hook before its tool replaces text in a file. */
const edit = (cwd: string, tool = 'replace_string_in_file') => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: tool,
  tool_input: { filePath: `${cwd}/a.txt`, oldString: 'one', newString: 'two' },
  tool_use_id: 'call_1',
  cwd,
});

const approved = { stdout: '{"hookSpecificOutput":{"permissionDecision":"allow"}}\n', exitCode: 0 };

describe('the time that the hook of the bridge has', () => {
  for (const [agent, options, seconds] of [
    ['claude', [], 600],
    // Agents that write once their hook has taken too long give it less by default.
    ['copilot', [], 30],
    ['gemini', ['--other'], 60],
    ['gemini', ['--timeout=3600'], 3600],
    ['vscode', ['--timeout=5', '--timeout=7'], 5],
    ['vscode', ['--timeout=x'], 30],
  ] as const)
    it(`is ${seconds} s for ${agent} ${options.join(' ')}`, () =>
      assert.equal(limitIn(agent, options), seconds * 1000));
});

describe('the hook of the bridge', () => {
  let machine: Machine;
  let folder = '';
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    folder = await machine.folder('project');
  });
  afterEach(() => machine.stop());

  function start(input: unknown, ...options: readonly string[]): ChildProcess {
    const child = machine.run(folder, 'hook', 'vscode', ...options);
    child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
    return child;
  }

  it('passes on what the agent wrote, and prints what the window answers', async () => {
    const { window } = await machine.openWindow([folder]);
    const seen: unknown[] = [];
    window.onHook = async ({ agent, input }) => {
      seen.push(agent, input);
      return { ...approved, stderr: 'seen', exitCode: 2 };
    };
    assert.deepEqual(await outputOf(start(edit(folder))), { stdout: approved.stdout, stderr: 'seen', code: 2 });
    assert.deepEqual(seen, ['vscode', edit(folder)]);
  });

  it('leaves a call of VS Code, which reads the hooks of Copilot CLI as well, to the hook of VS Code', async () => {
    const { window } = await machine.openWindow([folder]);
    window.onHook = async () => approved;
    const call = { ...edit(folder), tool_name: 'apply_patch' };
    const run = (input: unknown): ReturnType<typeof outputOf> => {
      const child = machine.run(folder, 'hook', 'copilot');
      child.stdin?.end(JSON.stringify(input));
      return outputOf(child);
    };
    assert.equal((await run(call)).stdout, approved.stdout);
    assert.equal((await run({ ...call, tool_use_id: 'call_1__vscode-7' })).stdout, '');
  });

  for (const [what, input] of [
    ['a tool that it does not know', { ...edit('/x'), tool_name: 'list_dir' }],
    ["Redline's own tools", { ...edit('/x'), tool_name: 'redline_edit_file' }],
    ['what is no JSON', 'no JSON'],
    ['what is no hook', [1, 2]],
    ['nothing', ''],
  ] as const) {
    it(`has no opinion on ${what}, and asks no window`, async () => {
      const { window } = await machine.openWindow([folder]);
      window.onHook = () => assert.fail('A window was asked.');
      assert.deepEqual(await outputOf(start(input)), { stdout: '', stderr: '', code: 0 });
    });
  }

  it('says which agents there are', async () => {
    await machine.openWindow([folder]);
    const { code, stderr } = await outputOf(machine.run(folder, 'hook', 'nobody'));
    assert.equal(code, 1);
    assert.match(stderr, /There is no agent "nobody"\. The agents are: .*vscode/);
  });

  it('leaves an edit to the agent where no window has the folder, or refuses it where the person wants that', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    endpoint.close();
    assert.deepEqual(await outputOf(start(edit(folder))), { stdout: '', stderr: '', code: 0 });
    const strict = await machine.openWindow([folder], { whenAway: 'deny' });
    strict.endpoint.close();
    const { stdout, code } = await outputOf(start(edit(folder)));
    assert.equal(code, 0);
    assert.match(stdout, /"permissionDecision":"deny"/);
    assert.match(stdout, /Ask the user to open that folder in VS Code, then call the tool again\..*redline off/);
  });

  it('is switched off and on for a folder with all below it', async () => {
    const { window } = await machine.openWindow([folder]);
    window.onHook = async () => approved;
    const off = await outputOf(machine.run(folder, 'off'));
    assert.match(off.stdout, /without Redline's review until you run `redline on` there/);
    assert.equal((await outputOf(start(edit(folder)))).stdout, '');
    const inner = await machine.folder('project/inner');
    assert.equal((await outputOf(start(edit(inner)))).stdout, '');
    const still = await outputOf(machine.run(inner, 'on'));
    assert.match(still.stdout, /still off .*: it was switched off in a folder above it/);
    const beside = await machine.folder('project-beside');
    await machine.openWindow([beside]).then((other) => (other.window.onHook = async () => approved));
    assert.equal((await outputOf(start(edit(beside)))).stdout, approved.stdout);
    await outputOf(machine.run(folder, 'on'));
    assert.equal((await outputOf(start(edit(folder)))).stdout, approved.stdout);
  });

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
    const second = await machine.openWindow([folder]);
    second.window.onHook = async () => approved;
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
      const second = await machine.openWindow([folder]);
      second.window.onHook = async () => approved;
      assert.equal((await output).stdout, approved.stdout);
      second.endpoint.close();
      for (const each of (await readdir(windows)).filter((file) => file.endsWith('.closed')))
        await utimes(path.join(windows, each), 0, 0);
      assert.ok(reloadEnd(machine.home, folder) < Date.now());
      assert.equal((await outputOf(start(edit(folder)))).stdout, '');
    }).timeout(60_000);

  it('does not wait for a window that was closed at a time to come, since the clock was set back', async () => {
    const { endpoint } = await machine.openWindow([folder]);
    endpoint.close();
    assert.ok(reloadEnd(machine.home, folder) > Date.now());
    assert.equal(reloadEnd(machine.home, machine.root), 0);
    const windows = path.join(machine.home, 'windows');
    const [name = ''] = await readdir(windows);
    const later = Date.now() / 1000 + 3600;
    await utimes(path.join(windows, name), later, later);
    assert.equal(reloadEnd(machine.home, folder), 0);
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

  it('refuses what is too long to be shown, by the exit code that all agents take for that', async () => {
    await machine.openWindow([folder]);
    const input = { ...edit(folder), tool_input: { content: 'x'.repeat(33 * 1024 * 1024) } };
    const { stdout, stderr, code } = await outputOf(start(input));
    assert.equal(stdout, '');
    assert.match(stderr, /longer than 32 MiB, which Redline cannot show\. Nothing was written\./);
    assert.equal(code, 2);
  });

  it('answers before the time of the agent is over, and ends the review', async () => {
    const { window } = await machine.openWindow([folder]);
    const ends = Promise.withResolvers<void>();
    window.onHook = ({ signal }) => {
      signal.addEventListener('abort', () => ends.resolve());
      return new Promise(() => undefined);
    };
    const { stdout } = await outputOf(start(edit(folder), '--timeout=4'));
    assert.match(stdout, /"permissionDecision":"deny".*has not answered in the time/);
    await ends.promise;
  });

  it('ends the review when it is killed', async () => {
    const { window } = await machine.openWindow([folder]);
    const asked = Promise.withResolvers<AbortSignal>();
    window.onHook = ({ signal }) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    };
    const child = start(edit(folder));
    const signal = await asked.promise;
    child.kill('SIGKILL');
    if (!signal.aborted) await once(signal, 'abort');
  });
});
