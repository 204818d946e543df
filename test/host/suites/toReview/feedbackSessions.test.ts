import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { Feedback } from '../../../../src/vscode/toReview/feedback/feedback.ts';

describe('what the person took back of a call over MCP', () => {
  const at = { uri: 'file:///w/a.txt', path: 'a.txt', real: 'file:///w/a.txt' };
  const text = { kind: 'text', encoding: 'utf8', sha256: 'a'.repeat(64) } as const;
  const entry = (id: string, second: number, more: Partial<JournalEntry>): JournalEntry => ({
    version: 2,
    id,
    time: new Date(second * 1000).toISOString(),
    title: id,
    tool: 'redline_edit_file',
    state: 'applied',
    bytes: 1,
    changes: [{ kind: 'delete', at, before: text }],
    ...more,
  });
  const call = entry('call', 10, {
    caller: { agent: 'claude', via: 'mcp' },
    session: 'mcp',
    turn: { session: 'claude/s', turn: '1' },
    changes: [{ kind: 'create', at, after: text }],
  });

  /** A window that has just been reloaded: it knows of no open turn. */
  function openFeedback(
    reverts: readonly JournalEntry[] = [entry('revert', 20, { tool: 'redline_revert' })],
  ): Feedback {
    const stored = new Map<string, unknown>();
    return new Feedback({
      history: {
        entries: [call, ...reverts],
        isInEffect: () => true,
        contentOf: () => assert.fail('No content is told.'),
      },
      watch: { items: () => [], steps: () => [] },
      workspaceState: {
        keys: () => [...stored.keys()],
        get: (key: string, fallback?: unknown) => stored.get(key) ?? fallback,
        update: async (key: string, value: unknown) => void stored.set(key, value),
      },
      world: { workspaceFor: () => assert.fail('No file is read.') },
    });
  }

  it('is told at the hooks of its turn after a reload, once, and to no other session', async () => {
    const feedback = openFeedback();
    const take = (session: string) => feedback.takeMessage({ agent: 'claude', session });
    assert.equal(await take('claude/other'), undefined);
    assert.match((await take('claude/s')) ?? '', /a\.txt \(it is gone\)/);
    assert.equal(await take('claude/s'), undefined);
  });

  it('is told once, also of hundreds of reverts that the history has', async () => {
    const reverts = Array.from({ length: 600 }, (_, index) => entry(`r${index}`, 20, { tool: 'redline_revert' }));
    const feedback = openFeedback(reverts);
    const take = () => feedback.takeMessage({ agent: 'claude', session: 'claude/s' });
    assert.match((await take()) ?? '', /and 570 more files/);
    assert.equal(await take(), undefined);
  });
});
