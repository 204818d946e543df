import assert from 'node:assert/strict';
import type { DialResult, Link, Receiver } from '../../../src/bridge/dial.ts';
import { Relay } from '../../../src/bridge/relay/relay.ts';
import type { FoundWindow } from '../../../src/bridge/windows.ts';
import type { InputLine } from '../../../src/core/endpoint/lineSplitter.ts';

const server = {
  serverInfo: { name: 'redline', version: '1.0.0' },
  instructions: '',
  tools: [{ name: 'read', annotations: { readOnlyHint: true } }, { name: 'edit' }],
};

/** A window that a relay dials: what it was sent, and what it says. */
class FakeLink implements Link {
  readonly sent: { id?: number; method?: string }[] = [];
  readonly window: FoundWindow;
  readonly welcome;
  say: (line: InputLine) => void = () => undefined;
  lose: () => void = () => undefined;

  constructor(folder: string, outcomes: Record<string, string> = {}) {
    const folders = [{ path: folder, real: folder }];
    this.window = { file: '', socket: '', host: '', token: '', folders, version: '', focusedAt: 0, worktrees: false };
    this.welcome = { ok: true as const, outcomes };
  }

  send(line: string): void {
    this.sent.push(JSON.parse(line));
  }

  async drained(): Promise<void> {}

  receive({ onLine, onClose }: Receiver): void {
    this.say = onLine;
    this.lose = onClose;
  }

  close(): void {
    this.lose();
  }

  answer(id: number): void {
    this.say({ text: JSON.stringify({ jsonrpc: '2.0', id, result: { from: this.window.folders[0]?.path } }) });
  }
}

/** A relay whose windows are dialled in this order; time passes with each pause. */
function relaying(links: readonly (FakeLink | undefined)[]) {
  const answers: { id?: number | null; result?: { content?: { text: string }[] }; error?: { code: number } }[] = [];
  const lost: (readonly string[])[] = [];
  const rest = [...links];
  let time = 0;
  const relay = new Relay({
    session: 's',
    server,
    dial: async (ids, same): Promise<DialResult> => {
      lost.push(ids);
      const [link] = rest;
      const isOther = same !== undefined && link?.window.folders[0]?.path !== same.folders[0]?.path;
      if (link === undefined || isOther) {
        if (link === undefined) rest.shift();
        return { reason: 'No window.', hasNoWindow: true };
      }
      rest.shift();
      return { link };
    },
    now: () => time,
    answer: (line) => answers.push(JSON.parse(line)),
    drained: async () => undefined,
    delay: async (milliseconds) => {
      time += milliseconds;
      await new Promise(setImmediate);
    },
  });
  const ask = (id: number, method: string, name = ''): Promise<void> =>
    relay.receive({ text: JSON.stringify({ jsonrpc: '2.0', id, method, params: { name } }) });
  return { relay, answers, lost, ask };
}

/** Lets pauses that take no time go by. */
async function settle(turns = 200): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

const wordsOf = ({ result }: { result?: { content?: { text: string }[] } } = {}): string =>
  result?.content?.[0]?.text ?? '';

describe('a relay', () => {
  it('sends a change to one window only, also where it came while the first was away', async () => {
    const [first, second, third] = [new FakeLink('/p'), new FakeLink('/p'), new FakeLink('/p')];
    const { ask, answers, lost } = relaying([first, second, third]);
    await ask(1, 'ping');
    first.answer(1);
    first.lose();
    await ask(2, 'tools/call', 'edit');
    await settle();
    second.lose();
    await settle();
    assert.deepEqual([...second.sent, ...third.sent].filter(({ id }) => id === 2).length, 1);
    assert.deepEqual(lost.at(-1), ['s/2']);
    assert.match(wordsOf(answers.find(({ id }) => id === 2)), /Nothing was changed\. Call the tool again/);
  });

  it('sends once what comes in the moment of reconnecting', async () => {
    const [first, second] = [new FakeLink('/p'), new FakeLink('/p')];
    let call: Promise<void> | undefined;
    const { ask } = relaying([first, second]);
    await ask(1, 'ping');
    // The next request is handled right after the window was taken, before what waits is sent.
    second.receive = () => void (call ??= ask(2, 'tools/call', 'edit'));
    first.lose();
    await settle();
    await call;
    assert.equal(second.sent.filter(({ id }) => id === 2).length, 1);
  });

  it('says that nobody knows where another window takes over', async () => {
    const [first, other] = [new FakeLink('/p/sub'), new FakeLink('/p')];
    const { ask, answers } = relaying([first, other]);
    await ask(1, 'tools/call', 'edit');
    await ask(2, 'tools/call', 'read');
    first.lose();
    await settle();
    assert.match(wordsOf(answers.find(({ id }) => id === 1)), /nobody can say whether it was written/);
    assert.deepEqual(
      other.sent.map(({ id }) => id),
      [2],
    );
  });

  it('says that nobody knows where no window comes back', async () => {
    const first = new FakeLink('/p');
    const { ask, answers } = relaying([first]);
    await ask(1, 'tools/call', 'edit');
    await ask(2, 'tools/call', 'read');
    first.lose();
    await settle();
    assert.match(wordsOf(answers.find(({ id }) => id === 1)), /nobody can say/);
    assert.equal(wordsOf(answers.find(({ id }) => id === 2)), 'No window.');
  });

  it('forgets what was cancelled', async () => {
    const [first, second] = [new FakeLink('/p'), new FakeLink('/p')];
    const { ask, relay, answers } = relaying([first, second]);
    await ask(1, 'tools/call', 'edit');
    const params = { requestId: 1 };
    await relay.receive({ text: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }) });
    assert.equal(first.sent.at(-1)?.method, 'notifications/cancelled');
    first.lose();
    await settle();
    assert.deepEqual(answers, []);
    assert.deepEqual(second.sent, []);
  });

  it('keeps a hundred requests while a window is coming back, and refuses more', async () => {
    const [first, second] = [new FakeLink('/p'), new FakeLink('/p')];
    const { ask, answers } = relaying([first, second]);
    await ask(1, 'ping');
    first.answer(1);
    first.lose();
    for (let id = 2; id < 200; id++) await ask(id, 'tools/call', 'edit');
    const refused = answers.filter((answer) => /^\[TOO_MANY_CALLS\] .*Nothing was changed/.test(wordsOf(answer)));
    assert.deepEqual(
      refused.map(({ id }) => id),
      Array.from({ length: 98 }, (_, at) => 102 + at),
    );
    await settle();
    assert.equal(second.sent.length, 100);
  });

  it('keeps requests of 128 MiB in all, and refuses more', async () => {
    const link = new FakeLink('/p');
    const { relay, answers } = relaying([link]);
    const padding = 'x'.repeat(30 * 1024 * 1024);
    for (let id = 1; id < 8; id++)
      await relay.receive({
        text: `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read","a":"${padding}"}}`,
      });
    assert.deepEqual(
      answers.map((answer) => [answer.id, wordsOf(answer).startsWith('[TOO_MANY_CALLS]')]),
      [5, 6, 7].map((id) => [id, true]),
    );
    // What is answered makes room.
    link.answer(1);
    await relay.receive({ text: '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read"}}' });
    assert.equal(link.sent.at(-1)?.id, 9);
  });

  it('initializes the first window once, even if it opens after the agent was answered', async () => {
    for (const windows of [[new FakeLink('/p')], [undefined, new FakeLink('/p')]]) {
      const { ask, answers } = relaying(windows);
      await ask(1, 'initialize');
      await ask(2, 'ping');
      windows.at(-1)?.answer(1);
      const sent = windows.at(-1)?.sent.map(({ method }) => method);
      assert.deepEqual([sent, answers.length], [['initialize', 'ping'], 1]);
    }
  });

  it('opens the next window as the first, and keeps the second answer to itself', async () => {
    const [first, second] = [new FakeLink('/p'), new FakeLink('/p')];
    const { ask, answers } = relaying([first, second]);
    await ask(1, 'initialize');
    first.answer(1);
    first.lose();
    await settle();
    assert.equal(second.sent[0]?.method, 'initialize');
    second.answer(1);
    assert.equal(answers.length, 1);
  });

  it('refuses what the protocol of the window would drop without a word', async () => {
    const link = new FakeLink('/p');
    const { relay, answers } = relaying([link]);
    const rest = '"method":"ping"';
    for (const text of [
      `{"id":1,${rest}}`,
      `{"jsonrpc":"2.0","id":1.5,${rest}}`,
      `{"jsonrpc":"2.0","id":null,${rest}}`,
    ]) {
      await relay.receive({ text });
    }
    await relay.receive({ text: `{"jsonrpc":"2.0","id":1,${rest},"params":[]}` });
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      [-32_600, -32_600, -32_600, -32_600],
    );
  });

  for (const [name, tooLong, id] of [
    ['at the beginning', '{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"xxx', 7],
    ['at the end', '{"method":"x","params":{"a":"xxx"},"jsonrpc":"2.0","id":"seven"}', 'seven'],
    ['nowhere', '{"method":"x","params":{"a":"xxx', null],
    ['in no form of JSON', '{"id":007,"method":"x"', null],
  ] as const) {
    it(`names the request that is too long by its id ${name}`, async () => {
      const { relay, answers } = relaying([]);
      await relay.receive({ tooLong });
      assert.equal(answers[0]?.id, id);
    });
  }

  it('answers a call whose answer is too long', async () => {
    const link = new FakeLink('/p');
    const { ask, answers } = relaying([link]);
    await ask(4, 'tools/call', 'read');
    link.say({ tooLong: '{"result":{"content":"xxx"},"jsonrpc":"2.0","id":4}' });
    assert.match(wordsOf(answers[0]), /more than 32 MiB/);
  });
});
