import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { Machine } from '../node/endpoint/machine.ts';
import { LineClient, textOf, type Received } from './client.ts';

const isRefused = (answer: Received): boolean => textOf(answer).includes('[TOO_MANY_CALLS]');

describe('agents that call very often', () => {
  let machine: Machine;
  beforeEach(async function () {
    this.timeout(60_000);
    machine = await Machine.start();
  });
  afterEach(() => machine.stop());

  /** A window that answers no call, and agents with these names in its folder. */
  async function agents(...names: readonly string[]) {
    const folder = await machine.folder('project');
    const { window } = await machine.openWindow([folder]);
    window.onCall = () => undefined;
    const clients = names.map(() => new LineClient(machine.run(folder, 'mcp')));
    for (const [at, client] of clients.entries()) await client.initialize(names[at]);
    return { window, clients };
  }

  it('have a hundred calls waiting, over all their connections, and are told so', async () => {
    const { window, clients } = await agents('codex-mcp-client', 'codex-mcp-client', 'gemini-cli');
    const [one, two, other] = clients;
    const calls = [one, two].flatMap((client) =>
      Array.from({ length: 500 }, () => client?.call('edit_file').response ?? assert.fail()),
    );
    let refused = 0;
    for (const call of calls) void call.then((answer) => (refused += isRefused(answer) ? 1 : 0));
    while (window.calls.length + refused < 1000) await new Promise(setImmediate);
    assert.equal(window.calls.length, 100);
    assert.match(textOf((await other?.call('nothing').response) ?? {}), /There is no tool "nothing"/);
    void other?.call('read_file');
    while (window.calls.length < 101) await new Promise(setImmediate);
    // A place that is free again is given away.
    window.calls[0]?.answer({ text: 'Done.', result: {}, images: [] });
    await Promise.race(calls);
    for (const client of [one, two]) void client?.call('edit_file');
    while (window.calls.length < 102) await new Promise(setImmediate);
  });

  it('have two hundred between them, whatever they call themselves, and none once they have hung up', async () => {
    const { window, clients } = await agents('a', 'b', 'c', 'd');
    for (const client of clients) for (let call = 0; call < 80; call++) client.call('edit_file');
    const refused = (): number => clients.flatMap(({ received }) => received.filter(isRefused)).length;
    while (window.calls.length + refused() < 320) await new Promise(setImmediate);
    assert.equal(window.calls.length, 200);
    for (const client of clients) client.hangUp();
    for (const { signal } of window.calls) if (!signal.aborted) await once(signal, 'abort');
    const last = new LineClient(machine.run(await machine.folder('project'), 'mcp'));
    window.onCall = ({ answer }) => answer({ text: 'Done.', result: {}, images: [] });
    await last.initialize('a');
    assert.equal(textOf(await last.call('read_file').response), 'Done.');
  });

  it('get each of ten thousand answers over one pipe, and leave nothing waiting', async function () {
    this.timeout(60_000);
    const { window, clients } = await agents('codex-mcp-client');
    const [client = assert.fail()] = clients;
    window.onCall = ({ input, answer }) => answer({ text: JSON.stringify(input), result: {}, images: [] });
    for (let call = 0; call < 10_000; call += 50) {
      const batch = Array.from({ length: 50 }, (_, at) => client.call('read_file', { call: call + at }).response);
      for (const [at, answer] of (await Promise.all(batch)).entries())
        assert.equal(textOf(answer), `{"call":${call + at}}`);
    }
    assert.equal(window.calls.length, 10_000);
    const status = machine.run(await machine.folder('project'), 'status', '--json');
    assert.ok(status.stdout !== null);
    const { windows } = JSON.parse(await readText(status.stdout));
    assert.equal(windows[0].agents[0].waiting, 0);
  });

  it('are served in turns, one with a request each millisecond beside one that asks now and then', async function () {
    this.timeout(60_000);
    const { window, clients } = await agents('codex-mcp-client', 'gemini-cli');
    const [hasty, other] = clients;
    window.onCall = ({ caller, answer }) => {
      if (caller.agent === 'gemini') answer({ text: 'Done.', result: {}, images: [] });
    };
    const timer = setInterval(() => hasty?.call('edit_file'), 1);
    try {
      while ((hasty?.received.filter(isRefused).length ?? 0) < 1000)
        assert.equal(textOf((await other?.call('read_file').response) ?? {}), 'Done.');
    } finally {
      clearInterval(timer);
    }
    assert.equal(window.calls.filter(({ caller }) => caller.agent === 'codex').length, 100);
  });

  it('have a few of the longest calls waiting, whatever their number', async function () {
    this.timeout(60_000);
    const { window, clients } = await agents('a', 'b');
    const text = 'x'.repeat(30 * 1024 * 1024);
    for (const client of clients) for (let call = 0; call < 3; call++) client.call('write_file', { text });
    const refused = (): number => clients.flatMap(({ received }) => received.filter(isRefused)).length;
    while (window.calls.length + refused() < 6) await new Promise(setImmediate);
    assert.equal(window.calls.length, 4);
  });
});
