import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { maxLineBytes } from '../../src/core/endpoint/lineSplitter.ts';
import type { ScriptedWindow, SeenCall } from '../node/endpoint/agentWindow.ts';
import { Machine } from '../node/endpoint/machine.ts';
import { LineClient, textOf } from './client.ts';

describe('clients of the bridge', () => {
  let machine: Machine;
  let folder: string;
  let window: ScriptedWindow;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
    folder = await machine.folder('project');
    ({ window } = await machine.openWindow([folder]));
  });
  afterEach(() => machine.stop());

  async function connect(name?: string): Promise<{ client: LineClient; bridge: ChildProcess }> {
    const bridge = machine.run(folder, 'mcp');
    const client = new LineClient(bridge);
    await client.initialize(name);
    return { client, bridge };
  }

  /** The agents as `redline status` sees them, with the number of their waiting calls. */
  async function connected(): Promise<readonly string[]> {
    const { stdout } = machine.run(folder, 'status', '--json');
    assert.ok(stdout !== null);
    const { windows } = JSON.parse(await readText(stdout));
    return windows[0].agents.map(({ name, waiting }: { name: string; waiting: number }) => `${name} ${waiting}`);
  }

  /** The calls that reached the window, once there are so many. */
  async function seenCalls(count: number): Promise<readonly SeenCall[]> {
    while (window.calls.length < count) await new Promise(setImmediate);
    return window.calls;
  }

  async function stopped({ signal }: SeenCall): Promise<void> {
    if (!signal.aborted) await once(signal, 'abort');
  }

  async function exitCode(bridge: ChildProcess): Promise<number | null> {
    if (bridge.exitCode === null && bridge.signalCode === null) await once(bridge, 'exit');
    return bridge.exitCode;
  }

  it('make ten thousand calls over one connection, each with its own answer', async function () {
    this.timeout(300_000);
    window.onCall = ({ input, answer }) => answer({ text: JSON.stringify(input), result: {}, images: [] });
    const { client } = await connect();
    let made = 0;
    const callInTurn = async (): Promise<void> => {
      while (made < 10_000) {
        const input = { call: made++ };
        const tool = input.call % 2 === 0 ? 'read_file' : 'edit_file';
        assert.equal(textOf(await client.call(tool, input).response), JSON.stringify(input));
      }
    };
    await Promise.all(Array.from({ length: 50 }, callInTurn));
    assert.equal(window.calls.length, 10_000);
    assert.deepEqual(await connected(), ['Codex 0']);
    assert.deepEqual(window.failures, []);
  });

  it('send a message of 32 MiB to the byte, and are told of one byte more', async function () {
    this.timeout(120_000);
    const { client } = await connect();
    const line = (id: number, text: string): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'edit_file', arguments: { text } } });
    const room = maxLineBytes - line(100, '').length;
    client.sendLine(line(100, 'x'.repeat(room)));
    assert.equal(textOf(await client.next(({ id }) => id === 100)), 'Done.');
    assert.deepEqual(window.calls[0]?.input, { text: 'x'.repeat(room) });
    client.sendLine(line(101, 'x'.repeat(room + 1)));
    const { error } = await client.next(({ id }) => id === 101);
    assert.match(error?.message ?? '', /33554432 bytes at most. Nothing was changed/);
    assert.equal(textOf(await client.call('read_file').response), 'Done.');
    assert.equal(window.calls.length, 2);
  });

  it('get an answer of 32 MiB to the byte, and are told of one byte more', async function () {
    this.timeout(120_000);
    const { client } = await connect();
    const ask = async (length: number): Promise<{ text: string; bytes: number }> => {
      window.onCall = ({ answer }) => answer({ text: 'x'.repeat(length), result: {}, images: [] });
      const answer = await client.call('read_file').response;
      return { text: textOf(answer), bytes: JSON.stringify(answer).length };
    };
    const room = maxLineBytes - (await ask(0)).bytes;
    assert.deepEqual(await ask(room), { text: 'x'.repeat(room), bytes: maxLineBytes });
    assert.match((await ask(room + 1)).text, /The answer takes more than 32 MiB/);
    assert.equal((await ask(4)).text, 'xxxx');
  });

  it('hang up in the middle of a message, which then never was, and of their calls, which are stopped', async () => {
    window.onCall = () => undefined;
    const { client, bridge } = await connect();
    const other = await connect('gemini-cli');
    for (let call = 0; call < 50; call++) client.call('edit_file');
    const seen = [...(await seenCalls(50))];
    bridge.stdin?.write('{"jsonrpc":"2.0","id":"half","method":"tools/call","params":{"name":"edit_file"');
    client.hangUp();
    assert.equal(await exitCode(bridge), 0);
    await Promise.all(seen.map(stopped));
    window.onCall = ({ answer }) => answer({ text: 'Still here.', result: {}, images: [] });
    assert.equal(textOf(await other.client.call('read_file').response), 'Still here.');
    assert.equal(window.calls.length, 51);
    assert.deepEqual(await connected(), ['Gemini CLI 0']);
  });

  for (const [name, leave] of [
    ['are killed', (bridge: ChildProcess) => bridge.kill('SIGKILL')],
    ['stop reading and hang up', (bridge: ChildProcess) => bridge.stdout?.destroy()],
  ] as const) {
    it(`${name} while long answers are on their way, and leave nothing behind`, async function () {
      this.timeout(120_000);
      const { client, bridge } = await connect();
      window.onCall = () => undefined;
      for (let call = 0; call < 10; call++) client.call('read_file');
      const seen = [...(await seenCalls(10))];
      bridge.stdout?.pause();
      for (const { answer } of seen.slice(1)) answer({ text: 'x'.repeat(8 * 1024 * 1024), result: {}, images: [] });
      leave(bridge);
      client.hangUp();
      await exitCode(bridge);
      for (const call of seen.slice(0, 1)) await stopped(call);
      assert.deepEqual(await connected(), []);
      assert.deepEqual(window.failures, []);
    });
  }

  it('of one name have their own sessions, answers and cancellations', async () => {
    window.onCall = () => undefined;
    const [one, two] = [await connect(), await connect()];
    // Both begin to count at the same number.
    const [first, second] = [one.client.call('edit_file', { by: 1 }), two.client.call('edit_file', { by: 2 })];
    assert.equal(first.id, second.id);
    const seen = await seenCalls(2);
    const ofOne = seen.find(({ input }) => JSON.stringify(input) === '{"by":1}') ?? assert.fail();
    const ofTwo = seen.find((call) => call !== ofOne) ?? assert.fail();
    assert.deepEqual([ofOne.caller.agent, ofTwo.caller.agent], ['codex', 'codex']);
    assert.notEqual(ofOne.caller.session, ofTwo.caller.session);
    assert.notEqual(ofOne.caller.toolUse, ofTwo.caller.toolUse);
    assert.deepEqual(await connected(), ['Codex 1', 'Codex 1']);
    one.client.notify('notifications/cancelled', { requestId: first.id });
    await stopped(ofOne);
    one.client.hangUp();
    assert.equal(await exitCode(one.bridge), 0);
    assert.equal(ofTwo.signal.aborted, false);
    ofTwo.answer({ text: 'For the second.', result: {}, images: [] });
    assert.equal(textOf(await second.response), 'For the second.');
    assert.deepEqual(await connected(), ['Codex 0']);
  });
});
