import assert from 'node:assert/strict';
import { once } from 'node:events';
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
});
