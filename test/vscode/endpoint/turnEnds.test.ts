import assert from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import type { TurnFeedback } from '../../../src/tools/ports/agentPorts.ts';
import type { AgentSession } from '../../../src/core/watch/agentSession.ts';
import { HookWindow } from './hookWindow.ts';

/** Holds words for one session; `messageAtTurnEnd` waits until the test lets it go on. */
class Words implements TurnFeedback {
  waiting: string[] = [];
  readonly seen: string[] = [];
  held: Promise<void> | undefined;

  onTurnStart({ session }: AgentSession): void {
    this.seen.push(`start ${session}`);
  }

  onTurnEnd({ session }: AgentSession): void {
    this.seen.push(`end ${session}`);
  }

  onCall(): void {}

  onReviewed(): void {}

  async takeMessage(): Promise<string | undefined> {
    return this.waiting.shift();
  }

  async messageAtTurnEnd(_agentSession: AgentSession, signal: AbortSignal): Promise<string | undefined> {
    await this.held;
    return signal.aborted ? undefined : this.takeMessage();
  }
}

describe('the end of a turn', () => {
  const live = new AbortController().signal;

  interface Started {
    readonly words: Words;
    readonly window: HookWindow;
    readonly hook: (agent: string, input: object, signal?: AbortSignal) => Promise<string>;
  }

  function start(): Started {
    const words = new Words();
    const window = new HookWindow({}, {}, words);
    return {
      words,
      window,
      hook: async (agent, input, signal = live) => (await window.hooks.answer(agent, input, signal)).stdout,
    };
  }

  const stop = { hook_event_name: 'Stop', session_id: 's' };
  const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's' };
  const block = { decision: 'block', reason: 'a.txt is back' };

  const formats: readonly (readonly [agent: string, input: object, output: object])[] = [
    ['claude', stop, block],
    ['codex', stop, block],
    ['qwen', stop, block],
    ['copilot', stop, block],
    ['copilot', { sessionId: 's', stopReason: 'end_turn' }, block],
    ['gemini', { hook_event_name: 'AfterAgent', session_id: 's' }, { decision: 'deny', reason: 'a.txt is back' }],
    ['vscode', stop, { hookSpecificOutput: { hookEventName: 'Stop', ...block } }],
  ];
  for (const [agent, input, output] of formats)
    it(`tells ${agent} what the person took back (${Object.keys(input)[0]})`, async () => {
      const { words, hook } = start();
      assert.equal(await hook(agent, input), '');
      words.waiting = ['a.txt is back'];
      assert.deepEqual(JSON.parse(await hook(agent, input)), output);
    });

  it('is refused once in a row, whatever comes meanwhile, and what came is not lost', async () => {
    const { words, hook } = start();
    words.waiting = ['one', 'two', 'three'];
    assert.match(await hook('claude', stop), /one/);
    assert.equal(await hook('claude', stop), '');
    assert.match(await hook('claude', stop), /two/);
    assert.equal(await hook('claude', { ...stop, stop_hook_active: true }), '');
    assert.equal(await hook('claude', { ...stop, stop_hook_active: true }), '');
    assert.deepEqual(words.waiting, ['three']);
    await hook('copilot', { ...prompt, session_id: 'other' });
    assert.deepEqual(words.waiting, ['three']);
    assert.match(await hook('claude', prompt), /"additionalContext":"three"/);
  });

  it('is refused again once the person has said something', async () => {
    const { words, hook } = start();
    words.waiting = ['one'];
    assert.match(await hook('claude', stop), /one/);
    await hook('claude', prompt);
    words.waiting = ['two'];
    assert.match(await hook('claude', stop), /two/);
  });

  it('of a subagent tells nothing', async () => {
    const { words, hook } = start();
    words.waiting = ['one'];
    assert.equal(await hook('claude', { ...stop, hook_event_name: 'SubagentStop' }), '');
    assert.deepEqual([words.waiting, words.seen], [['one'], []]);
  });

  it('is told of when it has come, not before', async () => {
    const { words, hook } = start();
    await hook('claude', prompt);
    words.waiting = ['one'];
    await hook('claude', stop);
    assert.deepEqual(words.seen, ['start claude/s']);
    await hook('claude', stop);
    assert.deepEqual(words.seen, ['start claude/s', 'end claude/s']);
  });

  it('takes nothing for an agent that no longer waits', async () => {
    const { words, hook } = start();
    const gone = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    words.held = promise;
    words.waiting = ['one'];
    const answer = hook('claude', stop, gone.signal);
    await tick();
    gone.abort();
    resolve();
    assert.equal(await answer, '');
    assert.deepEqual(words.waiting, ['one']);
  });

  it('leaves what a prompt brings to the next one, if the agent no longer waits for it', async () => {
    const { words, window, hook } = start();
    const gone = new AbortController();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    window.watch = () => promise;
    words.waiting = ['one'];
    const answer = hook('claude', prompt, gone.signal);
    await tick();
    gone.abort();
    resolve(undefined);
    assert.equal(await answer, '');
    assert.deepEqual(words.waiting, ['one']);
    assert.match(await hook('claude', prompt), /"additionalContext":"one"/);
  });

  it('is not refused by a failure, nor is a prompt', async () => {
    const { words, hook } = start();
    words.takeMessage = () => Promise.reject(new Error('broken'));
    assert.equal(await hook('claude', stop), '');
    assert.equal(await hook('claude', prompt), '');
  });

  it('starts with what agents pass on, and keeps it for others', async () => {
    const { words, hook } = start();
    const gemini = { hook_event_name: 'BeforeAgent', session_id: 's' };
    for (const [agent, input] of [
      ['codex', prompt],
      ['gemini', gemini],
    ] as const) {
      words.waiting = ['one'];
      assert.deepEqual(JSON.parse(await hook(agent, input)), {
        hookSpecificOutput: { hookEventName: input.hook_event_name, additionalContext: 'one' },
      });
    }
    words.waiting = ['one'];
    assert.equal(await hook('qwen', prompt), '');
    assert.equal(await hook('copilot', { sessionId: 's', prompt: 'x' }), '');
    assert.deepEqual(words.waiting, ['one']);
  });
});
