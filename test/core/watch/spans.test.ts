import assert from 'node:assert/strict';
import type { AgentCommand, AgentTurn, Origin } from '../../../src/core/watch/reviewItem.ts';
import { SpanLog } from '../../../src/core/watch/spanLog.ts';
import { originOf, type Span } from '../../../src/core/watch/spans.ts';

const command = (agent: string, text: string): AgentCommand => ({
  kind: 'command',
  agent,
  session: agent,
  turn: '1',
  command: text,
});
const turn = (agent: string): AgentTurn => ({ kind: 'turn', agent, session: agent, turn: '1' });
const span = (origin: Span['origin'], from: number, to?: number): Span => ({ origin, from, to });
const terminal = (text: string): Span['origin'] => ({ kind: 'terminal', command: text });

const gen = command('codex', 'npm run gen');
const sed = command('claude', 'sed -i s/a/b/ f');
const [codex, claude] = [turn('codex'), turn('claude')];
const oneOf = (...origins: (AgentCommand | AgentTurn)[]): Origin => ({ kind: 'oneOf', origins });
const outside: Origin = { kind: 'outside' };

describe('the origin of changes between two looks', () => {
  const table: readonly (readonly [string, readonly Span[], number, number, Origin])[] = [
    ['nothing ran', [], 0, 10, outside],
    ['a command', [span(codex, 0), span(gen, 1, 9)], 0, 10, gen],
    ['the rest of a turn', [span(codex, 0), span(gen, 1, 3)], 3, 10, codex],
    ['after a turn', [span(codex, 0, 3)], 3, 10, outside],
    ['before a command', [span(codex, 5), span(gen, 6, 9)], 0, 5, outside],
    ['one command after the other, seen at once', [span(gen, 1, 2), span(sed, 3, 4)], 0, 10, oneOf(gen, sed)],
    ['overlapping commands, while both ran', [span(gen, 1, 9), span(sed, 3, 4)], 3, 4, oneOf(gen, sed)],
    ['overlapping commands, once the inner one ended', [span(gen, 1, 9), span(sed, 3, 4)], 4, 9, gen],
    ['a command beside the turn of another agent', [span(codex, 0), span(claude, 0), span(gen, 1, 9)], 0, 10, gen],
    ['turns of two agents', [span(codex, 0), span(claude, 0)], 0, 10, oneOf(codex, claude)],
    ['two equal commands of one turn', [span(gen, 1, 2), span(gen, 3, 4)], 0, 10, gen],
    [
      "the person's command in a terminal",
      [span(terminal('make'), 1, 9)],
      0,
      10,
      { kind: 'terminal', command: 'make' },
    ],
    ['an agent that runs in a terminal', [span(terminal('codex'), 0), span(codex, 1), span(gen, 2, 9)], 1, 9, gen],
    ['an agent in a terminal between its turns', [span(terminal('codex'), 0), span(codex, 1, 2)], 2, 9, outside],
    [
      'a command that an agent runs in a terminal',
      [span(codex, 0), span(gen, 1), span(terminal('npm run gen'), 2, 9)],
      1,
      9,
      gen,
    ],
    [
      "the person's command beside that of an agent",
      [span(codex, 0), span(gen, 1, 9), span(terminal('make'), 2, 3)],
      1,
      9,
      { kind: 'oneOf', origins: [gen, { kind: 'terminal', command: 'make' }] },
    ],
  ];
  for (const [title, spans, from, to, origin] of table) {
    it(`is right: ${title}`, () => assert.deepEqual(originOf(spans, { from, to }), origin));
  }
});

describe('the log of spans', () => {
  const codex = { agent: 'codex', session: 's' };

  it('ends a turn with the next one and its commands with it', () => {
    const log = new SpanLog();
    log.startTurn(codex, 'a', 1);
    log.startCommand(codex, 'make', 'k', 2);
    log.startTurn(codex, 'b', 5);
    assert.deepEqual(
      log.spans.map(({ from, to }) => [from, to]),
      [
        [1, 5],
        [2, 5],
        [5, undefined],
      ],
    );
    assert.deepEqual(log.turnOf(codex, 3), { ...codex, turn: 'a' });
    assert.deepEqual(log.turnOf(codex, 6), { ...codex, turn: 'b' });
    assert.equal(log.turnOf({ agent: 'codex', session: 'other' }, 6), undefined);
  });

  it('knows a turn of which only calls tell until the agent is silent', () => {
    const log = new SpanLog();
    log.noteCall(codex, 1000);
    log.noteCall(codex, 2000);
    assert.deepEqual(
      log.spans.map(({ from, to }) => [from, to]),
      [[1000, 122_000]],
    );
    log.noteCall(codex, 500_000);
    assert.deepEqual(log.turnOf(codex, 500_001)?.turn, '500000');
  });

  it('finds the command that ends by its key', () => {
    const log = new SpanLog();
    log.startTurn(codex, 'a', 1);
    log.startCommand(codex, 'one', '1', 2);
    log.startCommand(codex, 'two', '2', 3);
    log.endCommand(codex, '1', 4);
    assert.deepEqual(originOf(log.spans, { from: 4, to: 5 }), { kind: 'command', ...codex, turn: 'a', command: 'two' });
  });
});
