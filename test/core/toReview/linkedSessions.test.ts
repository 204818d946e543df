import assert from 'node:assert/strict';
import { LinkedSessions } from '../../../src/core/toReview/linkedSessions.ts';

const hooks = { agent: 'claude', session: 'claude/1' };
const others = { agent: 'claude', session: 'claude/2' };
const calls = { agent: 'claude', session: 'mcp' };

describe('the session of an agent that calls, and the one of its hooks', () => {
  it('are one if it calls while only that turn is open', () => {
    const sessions = new LinkedSessions();
    sessions.turnStarts(hooks);
    sessions.called(calls);
    sessions.turnEnds(hooks);
    assert.deepEqual(sessions.of(hooks), [hooks, calls]);
    assert.deepEqual(sessions.of(calls), [calls, hooks]);
  });

  it('are two while nobody can tell them apart', () => {
    const sessions = new LinkedSessions();
    sessions.turnStarts(hooks);
    sessions.turnStarts(others);
    sessions.called(calls);
    assert.deepEqual(sessions.of(calls), [calls]);
    sessions.turnEnds(others);
    sessions.turnEnds(hooks);
    sessions.called(calls);
    assert.deepEqual(sessions.of(hooks), [hooks]);
  });

  it('stay linked when another turn begins', () => {
    const sessions = new LinkedSessions();
    sessions.turnStarts(hooks);
    sessions.called(calls);
    sessions.turnStarts(others);
    sessions.called(calls);
    assert.deepEqual(sessions.of(others), [others]);
    assert.deepEqual(sessions.of(hooks), [hooks, calls]);
  });

  it('are not those of two agents, but the chat and the hooks of the editor are', () => {
    const sessions = new LinkedSessions();
    const chat = { agent: 'vscode', session: 'chat' };
    const hooksOfChat = { agent: 'vscode-hook', session: 'vscode/1' };
    sessions.turnStarts(hooksOfChat);
    sessions.called(calls);
    sessions.called(chat);
    assert.deepEqual(sessions.of(calls), [calls]);
    assert.deepEqual(sessions.of(chat), [chat, hooksOfChat]);
  });

  it('of several connections are all one', () => {
    const sessions = new LinkedSessions();
    const again = { agent: 'claude', session: 'mcp again' };
    sessions.turnStarts(hooks);
    sessions.called(calls);
    sessions.called(again);
    assert.deepEqual(sessions.of(again), [again, hooks, calls]);
  });
});
