import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseTimeoutMs } from '../../src/bridge/hook.ts';
import { approved, edit, startHook } from './hookRun.ts';
import { Machine, outputOf } from '../node/endpoint/machine.ts';

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
      assert.equal(parseTimeoutMs(agent, options), seconds * 1000));
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

  const start = (input: unknown, ...options: readonly string[]): ChildProcess =>
    startHook(machine, folder, input, options);

  it('passes on what the agent wrote and its home, and prints what the window answers', async () => {
    const { window } = await machine.openWindow([folder]);
    const seen: unknown[] = [];
    window.onHook = async ({ agent, input, home }) => {
      seen.push(agent, input, home);
      return { ...approved, stderr: 'seen', exitCode: 2 };
    };
    assert.deepEqual(await outputOf(start(edit(folder))), { stdout: approved.stdout, stderr: 'seen', code: 2 });
    assert.deepEqual(seen, ['vscode', edit(folder), machine.root]);
  });

  for (const home of ['', '.'])
    it(`passes on no home where HOME is "${home}", which each agent may resolve to another folder`, async () => {
      const { window } = await machine.openWindow([folder]);
      const homes: unknown[] = [];
      window.onHook = async (hook) => {
        homes.push(hook.home);
        return approved;
      };
      machine.environment['HOME'] = home;
      assert.equal((await outputOf(start(edit(folder)))).stdout, approved.stdout);
      assert.deepEqual(homes, [undefined]);
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
    await outputOf(machine.run(inner, 'off'));
    const part = await outputOf(machine.run(folder, 'on'));
    assert.match(part.stdout, /are reviewed, but not in .*\/project\/inner: run `redline on` there, too\./);
    await outputOf(machine.run(inner, 'on'));
    const beside = await machine.folder('project-beside');
    await machine.openWindow([beside]).then((other) => (other.window.onHook = async () => approved));
    assert.equal((await outputOf(start(edit(beside)))).stdout, approved.stdout);
    assert.equal((await outputOf(start(edit(folder)))).stdout, approved.stdout);
  });

  it('refuses what is too long to be shown, by the exit code that all agents take for that', async () => {
    await machine.openWindow([folder]);
    const input = { ...edit(folder), tool_input: { content: 'x'.repeat(33 * 1024 * 1024) } };
    const { stdout, stderr, code } = await outputOf(start(input));
    assert.equal(stdout, '');
    assert.match(stderr, /longer than 32 MiB, which Redline cannot show\. Nothing was written\./);
    assert.equal(code, 2);
  });

  for (const [agent, call] of [
    ['vscode', { hook_event_name: 'PostToolUse', tool_name: 'create_file' }],
    ['claude', { effort: { level: 'high' }, hook_event_name: 'PostToolUseFailure', tool_name: 'Write' }],
    ['gemini', { hook_event_name: 'AfterTool', tool_name: 'write_file' }],
    ['opencode', { event: 'tool.execute.after', tool: 'write' }],
    ['copilot', { sessionId: 's', toolName: 'create', toolArgs: {}, toolResult: { resultType: 'success' } }],
  ] as const)
    it(`has no opinion on what ${agent} has done, however long that is to tell`, async () => {
      await machine.openWindow([folder]);
      const child = machine.run(folder, 'hook', agent);
      const input = { ...call, tool_input: { content: 'x'.repeat(33 * 1024 * 1024) } };
      child.stdin?.end(`\ufeff${JSON.stringify(input)}`);
      assert.deepEqual(await outputOf(child), { stdout: '', stderr: '', code: 0 });
    });

  it('takes no event of a long call from what the model wrote', async () => {
    await machine.openWindow([folder]);
    const content = { hook_event_name: 'PostToolUse', content: 'x'.repeat(33 * 1024 * 1024) };
    for (const call of [
      { tool_input: content, hook_event_name: 'PreToolUse' },
      { toolName: 'create', toolArgs: content },
    ]) {
      const child = machine.run(folder, 'hook', 'copilot');
      child.stdin?.end(JSON.stringify(call));
      assert.equal((await outputOf(child)).code, 2);
    }
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
