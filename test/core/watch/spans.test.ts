import assert from 'node:assert/strict';
import type { AgentCommand, AgentTurn, Origin, TerminalCommand } from '../../../src/core/watch/reviewItem.ts';
import { originInEditor, originOf, type TimeSpan } from '../../../src/core/watch/spans.ts';

const command = (agent: string, text: string): AgentCommand => ({
  kind: 'command',
  agent,
  session: agent,
  turn: '1',
  command: text,
});
const turn = (agent: string): AgentTurn => ({ kind: 'turn', agent, session: agent, turn: '1' });
const span = (origin: TimeSpan['origin'], from: number, to?: number): TimeSpan => ({ origin, from, to });
const terminal = (text: string): TerminalCommand => ({ kind: 'terminal', command: text });

const gen = command('codex', 'npm run gen');
const sed = command('claude', 'sed -i s/a/b/ f');
const [codex, claude] = [turn('codex'), turn('claude')];
const oneOf = (...origins: (AgentCommand | AgentTurn | TerminalCommand)[]): Origin => ({ kind: 'oneOf', origins });
const outside: Origin = { kind: 'outside' };

describe('the origin of changes between two looks', () => {
  const table: readonly (readonly [string, readonly TimeSpan[], number, number, Origin])[] = [
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
    [
      "the person's command, within which a turn of an agent in another terminal begins",
      [span(terminal('npm run dev'), 0), span(terminal('npx @openai/codex'), 1), span(codex, 2), span(gen, 3, 4)],
      2,
      5,
      oneOf(terminal('npm run dev'), gen),
    ],
    [
      'an agent that runs in two terminals',
      [span(terminal('codex'), 0), span(terminal('codex -c x'), 1), span(codex, 2), span(gen, 3, 4)],
      2,
      5,
      gen,
    ],
    ['an agent by an alias', [span(terminal('c'), 0), span(codex, 1), span(gen, 2, 9)], 1, 9, gen],
    [
      'an agent by an alias, beside a command of the person',
      [span(terminal('npm run dev'), 0), span(terminal('c'), 1), span(codex, 2), span(gen, 3, 4)],
      2,
      5,
      oneOf(terminal('npm run dev'), terminal('c'), gen),
    ],
    [
      'a turn of an agent by an alias, beside a command of the person',
      [span(terminal('npm run dev'), 0), span(terminal('c'), 1), span(codex, 2)],
      3,
      9,
      oneOf(terminal('npm run dev'), terminal('c'), codex),
    ],
    [
      "the person's command, begun between two turns of an agent by an alias",
      [span(terminal('c'), 0), span(codex, 1, 2), span(terminal('npm run dev'), 3), span(codex, 4)],
      5,
      9,
      terminal('npm run dev'),
    ],
    [
      "the person's command, after all that may have been the agent's program",
      [span(terminal('c'), 0, 3), span(terminal('make'), 0, 3), span(codex, 1), span(terminal('npm run gen'), 5)],
      6,
      9,
      terminal('npm run gen'),
    ],
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
      oneOf(gen, terminal('make')),
    ],
    [
      "the person's command, within which a turn of the editor's agent begins",
      [span(terminal('tsc -w'), 0), span(turn('vscode-hook'), 1), span(command('vscode-hook', 'ls'), 2, 3)],
      1,
      4,
      oneOf(terminal('tsc -w'), command('vscode-hook', 'ls')),
    ],
    [
      "the person's command, within which that of an agent begins",
      [span(codex, 0), span(terminal('make'), 1, 9), span(gen, 2, 3)],
      1,
      4,
      oneOf(terminal('make'), gen),
    ],
    [
      'a command that an agent runs in a terminal, in its folder',
      [span(codex, 0), span(gen, 1), span(terminal('cd "a" && npm run gen'), 2, 9)],
      1,
      9,
      gen,
    ],
    [
      "the person's command, which ends as that of an agent does",
      [span(codex, 0), span(command('codex', 'ls'), 1, 9), span(terminal('npm run tools'), 2, 3)],
      1,
      9,
      oneOf(command('codex', 'ls'), terminal('npm run tools')),
    ],
  ];
  const faded = (origin: TimeSpan['origin'], from: number, to: number): TimeSpan => ({
    origin,
    from,
    to,
    isEndAssumed: true,
  });
  const silent: typeof table = [
    ['a turn that may be over later', [faded(codex, 0, 9)], 0, 9, codex],
    ['a turn that may have been over before the look', [faded(codex, 0, 9)], 0, 10, outside],
    ['a command that may have been over before the look', [faded(codex, 0, 9), faded(gen, 0, 9)], 3, 10, outside],
    ['a turn that was silent, then heard of again', [faded(codex, 0, 3), faded(codex, 5, 20)], 3, 10, codex],
    ['a turn that goes on, and one that may be over', [faded(codex, 0, 9), faded(claude, 0, 20)], 3, 10, claude],
    [
      'turns of two agents, both of which may go on',
      [faded(codex, 0, 9), faded(claude, 0, 20)],
      3,
      9,
      oneOf(codex, claude),
    ],
    ['a command, and one that may be over', [faded(gen, 0, 9), span(sed, 8, 10)], 3, 10, oneOf(gen, sed)],
    [
      'a command in a terminal, and one that may be over',
      [faded(gen, 0, 9), span(terminal('make'), 8)],
      3,
      10,
      oneOf(gen, terminal('make')),
    ],
    [
      'an agent in a terminal whose command may be over',
      [span(terminal('codex'), 0), faded(codex, 1, 9), faded(gen, 2, 9)],
      3,
      10,
      outside,
    ],
    [
      'an agent in a terminal that was silent for long',
      [span(terminal('codex'), 0), faded(codex, 1, 3)],
      5,
      9,
      outside,
    ],
  ];
  for (const [title, spans, from, to, origin] of [...table, ...silent]) {
    it(`is right: ${title}`, () => assert.deepEqual(originOf(spans, { from, secondScanFrom: to, to }), origin));
  }

  it('does not take a terminal for that of an agent whose turn in it ended long ago', () => {
    const [hour, dev] = [3_600_000, terminal('npm run dev')];
    const spans = [span(dev, 0), span(claude, 1, 2), span(gen, hour, hour + 1)];
    const origin = originOf(spans, { from: hour, secondScanFrom: hour + 2, to: hour + 3 });
    assert.deepEqual(origin, oneOf(dev, gen));
  });

  const late: readonly (readonly [string, readonly TimeSpan[], Origin])[] = [
    ['nobody is named where only a command began during the look', [span(gen, 6)], outside],
    ['a command during the look is one of the authors', [span(sed, 1, 4), span(gen, 6, 7)], oneOf(sed, gen)],
    ['so is one beside a turn', [span(codex, 1), span(gen, 6, 7)], oneOf(codex, gen)],
    ['a turn that began during the look is none', [span(gen, 1, 4), span(claude, 6)], gen],
  ];
  for (const [title, spans, origin] of late) {
    it(`is not certain of what began while the second look ran: ${title}`, () =>
      assert.deepEqual(originOf(spans, { from: 0, secondScanFrom: 5, to: 10 }), origin));
  }

  const chat = turn('vscode-hook');
  for (const [title, origin, inEditor] of [
    ['a turn of an agent that writes files itself', codex, outside],
    ['its command', gen, outside],
    ['a terminal', terminal('npm run dev'), outside],
    ['an agent in the editor', chat, chat],
    ['an unknown agent', turn('unknown-x'), turn('unknown-x')],
    ['several', oneOf(gen, chat), chat],
    ['nobody', outside, outside],
  ] as const)
    it(`names only who may write through the editor where that has written: ${title}`, () =>
      assert.deepEqual(originInEditor(origin), inEditor));
});
