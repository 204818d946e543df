import assert from 'node:assert/strict';
import { isCallOf, LinkedSessions } from '../../../src/core/toReview/linkedSessions.ts';
import { sessionKey } from '../../../src/core/watch/agentSession.ts';

const hooks = { agent: 'claude', session: 'claude/1' };
const others = { agent: 'claude', session: 'claude/2' };
const calls = { agent: 'claude', session: 'mcp' };

describe('the session of an agent that calls, and the one of its hooks', () => {
  it('are one if it calls while only that turn is open', () => {
    const sessions = new LinkedSessions();
    sessions.startTurn(hooks, 0);
    sessions.recordCall(calls, 0);
    sessions.endTurn(hooks);
    assert.deepEqual(sessions.idsOf(hooks), [hooks, calls]);
    assert.deepEqual(sessions.idsOf(calls), [calls, hooks]);
  });

  it('are two while nobody can tell them apart', () => {
    const sessions = new LinkedSessions();
    sessions.startTurn(hooks, 0);
    sessions.startTurn(others, 0);
    sessions.recordCall(calls, 0);
    assert.deepEqual(sessions.idsOf(calls), [calls]);
    sessions.endTurn(others);
    sessions.endTurn(hooks);
    sessions.recordCall(calls, 0);
    assert.deepEqual(sessions.idsOf(hooks), [hooks]);
  });

  it('are one also if an interrupted turn, which has no end, was silent for half an hour', () => {
    const sessions = new LinkedSessions();
    sessions.startTurn(others, 0);
    const later = 1_800_001;
    sessions.startTurn(hooks, later);
    sessions.recordCall(calls, later);
    assert.deepEqual(sessions.idsOf(calls), [calls, hooks]);
  });

  it('are two if the other turn is long, but its session still calls', () => {
    for (const otherCalls of [others, { agent: 'claude', session: 'other mcp' }]) {
      const sessions = new LinkedSessions();
      sessions.startTurn(others, 0);
      sessions.recordCall(otherCalls, 0);
      sessions.recordCall(otherCalls, 1_000_000);
      sessions.startTurn(hooks, 2_000_000);
      sessions.recordCall(calls, 2_000_000);
      assert.deepEqual(sessions.idsOf(calls), [calls]);
    }
  });

  it('are one if the only open turn was silent for long', () => {
    const sessions = new LinkedSessions();
    sessions.startTurn(hooks, 0);
    sessions.recordCall(calls, 10_000_000);
    assert.deepEqual(sessions.idsOf(calls), [calls, hooks]);
  });

  it('stay linked when another turn begins', () => {
    const sessions = new LinkedSessions();
    sessions.startTurn(hooks, 0);
    sessions.recordCall(calls, 0);
    sessions.startTurn(others, 0);
    sessions.recordCall(calls, 0);
    assert.deepEqual(sessions.idsOf(others), [others]);
    assert.deepEqual(sessions.idsOf(hooks), [hooks, calls]);
  });

  it('are not those of two agents, but the chat and the hooks of the editor are', () => {
    const sessions = new LinkedSessions();
    const chat = { agent: 'vscode', session: 'chat' };
    const hooksOfChat = { agent: 'vscode-hook', session: 'vscode/1' };
    sessions.startTurn(hooksOfChat, 0);
    sessions.recordCall(calls, 0);
    sessions.recordCall(chat, 0);
    assert.deepEqual(sessions.idsOf(calls), [calls]);
    assert.deepEqual(sessions.idsOf(chat), [chat, hooksOfChat]);
  });

  it('of several connections are all one', () => {
    const sessions = new LinkedSessions();
    const again = { agent: 'claude', session: 'mcp again' };
    sessions.startTurn(hooks, 0);
    sessions.recordCall(calls, 0);
    sessions.recordCall(again, 0);
    assert.deepEqual(sessions.idsOf(again), [again, hooks, calls]);
  });
});

describe('a call of the journal', () => {
  const caller = { agent: 'claude', via: 'mcp' };
  const turn = { session: 'claude/1', turn: '1' };
  for (const [title, entry, owners] of [
    ['is of its own session', { caller, session: 'mcp' }, [calls]],
    ['is also of the hooks of its turn, in any window', { caller, session: 'mcp', turn }, [hooks, calls]],
    ['is of nobody without a caller', { session: 'mcp', turn }, []],
    ['is not of another agent with these ids', { caller: { ...caller, agent: 'codex' }, session: 'mcp', turn }, []],
  ] as const)
    it(title, () => {
      const isOf = (agentSession: typeof hooks): boolean => isCallOf(new Set([sessionKey(agentSession)]), entry);
      assert.deepEqual([hooks, others, calls].filter(isOf), owners);
    });
});
