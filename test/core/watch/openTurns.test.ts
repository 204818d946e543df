import assert from 'node:assert/strict';
import type { AgentCommand, AgentTurn, Origin } from '../../../src/core/watch/reviewItem.ts';
import { SpanLog } from '../../../src/core/watch/spanLog.ts';
import { originOf } from '../../../src/core/watch/spans.ts';

const outside: Origin = { kind: 'outside' };
const oneOf = (...origins: AgentTurn[]): Origin => ({ kind: 'oneOf', origins });

/** What is heard of an agent, at which time in seconds; then the origin of a change that is seen between two times. */
describe('an open turn', () => {
  const agent = { agent: 'claude', session: 's' };
  const mcp = { agent: 'claude', session: 'mcp' };
  const other = { agent: 'claude', session: 'other' };
  const a: AgentTurn = { kind: 'turn', ...agent, turn: 'a' };
  const b: AgentTurn = { kind: 'turn', ...agent, turn: 'b' };
  const make: AgentCommand = { ...a, kind: 'command', command: 'make' };
  const ofOther: AgentTurn = { kind: 'turn', ...other, turn: 'x' };
  type Event = (log: SpanLog, at: number) => void;
  const prompt: Event = (log, at) => log.startTurn(agent, 'a', at);
  const nextPrompt: Event = (log, at) => log.startTurn(agent, 'b', at);
  const promptOfOther: Event = (log, at) => log.startTurn(other, 'x', at);
  const stop: Event = (log, at) => log.endTurn(agent, at);
  const tool: Event = (log, at) => log.noteActivity(agent, at);
  const call: Event = (log, at) => log.noteCall(mcp, at);
  const gone: Event = (log, at) => log.noteDisconnect(mcp, at);
  const starts: Event = (log, at) => log.startCommand(agent, 'make', '1', at);
  const ends: Event = (log, at) => log.endCommand(agent, '1', at);

  const table: readonly (readonly [string, readonly (readonly [number, Event])[], number, number, Origin])[] = [
    ['counts at once', [[0, prompt]], 1, 60, a],
    ['counts no longer after two minutes of silence', [[0, prompt]], 60, 121, outside],
    [
      'counts for two minutes after a tool',
      [
        [0, prompt],
        [100, tool],
      ],
      60,
      219,
      a,
    ],
    [
      'counts for two minutes after a call over MCP',
      [
        [0, prompt],
        [100, call],
      ],
      60,
      219,
      a,
    ],
    [
      'counts for two minutes after a command',
      [
        [0, prompt],
        [1, starts],
        [500, ends],
      ],
      500,
      619,
      a,
    ],
    [
      'does not count while the agent thinks for long',
      [
        [0, prompt],
        [900, tool],
      ],
      300,
      310,
      outside,
    ],
    [
      'counts again, with its name, once it is heard of',
      [
        [0, prompt],
        [900, tool],
      ],
      900,
      910,
      a,
    ],
    [
      'does not get what was changed before it was heard of again',
      [
        [0, prompt],
        [900, stop],
      ],
      300,
      901,
      outside,
    ],
    [
      'counts until it is told to end',
      [
        [0, prompt],
        [60, stop],
      ],
      50,
      61,
      a,
    ],
    [
      'ends with the next prompt',
      [
        [0, prompt],
        [60, nextPrompt],
      ],
      60,
      70,
      b,
    ],
    [
      'goes on beside another session of the agent',
      [
        [0, prompt],
        [60, promptOfOther],
      ],
      60,
      70,
      oneOf(a, ofOther),
    ],
    [
      'is over once its MCP client is gone',
      [
        [0, prompt],
        [10, call],
        [20, gone],
      ],
      20,
      30,
      outside,
    ],
    [
      'is not over if a client is gone that called in none',
      [
        [0, prompt],
        [20, gone],
      ],
      20,
      30,
      a,
    ],
    [
      'comes back if the client does',
      [
        [0, prompt],
        [10, call],
        [20, gone],
        [30, call],
      ],
      30,
      40,
      a,
    ],
    [
      'keeps a command of which no end is told for ten minutes',
      [
        [0, prompt],
        [1, starts],
      ],
      400,
      600,
      make,
    ],
    [
      'loses such a command then',
      [
        [0, prompt],
        [1, starts],
      ],
      400,
      602,
      outside,
    ],
    [
      'ends such a command with the next prompt',
      [
        [0, prompt],
        [1, starts],
        [60, nextPrompt],
      ],
      60,
      70,
      b,
    ],
    [
      'ends such a command with its MCP client',
      [
        [0, prompt],
        [1, starts],
        [2, call],
        [20, gone],
      ],
      20,
      30,
      outside,
    ],
  ];
  for (const [title, events, from, to, origin] of table) {
    it(title, () => {
      const log = new SpanLog();
      for (const [at, tell] of events) tell(log, at * 1000);
      assert.deepEqual(originOf(log.spans, { from: from * 1000, secondScanFrom: to * 1000, to: to * 1000 }), origin);
    });
  }

  it('gets the calls of an MCP client for half an hour of silence, and those of one that called in it', () => {
    const log = new SpanLog();
    log.startTurn(agent, 'a', 0);
    assert.deepEqual(log.turnOfCall(mcp, 1_800_000), { ...agent, turn: 'a' });
    assert.equal(log.turnOfCall(mcp, 3_600_001), undefined);
    const other = new SpanLog();
    other.startTurn(agent, 'a', 0);
    other.noteCall(mcp, 1);
    assert.deepEqual(other.turnOfCall(mcp, 9_000_000), { ...agent, turn: 'a' });
  });
});
