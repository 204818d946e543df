import assert from 'node:assert/strict';
import { SpanLog } from '../../../src/core/watch/spanLog.ts';
import { originOf } from '../../../src/core/watch/spans.ts';

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
        [5, 120_005],
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

  it("counts calls over MCP to the turn that the same agent's hooks tell of, unless there are two", () => {
    const [log, mcp] = [new SpanLog(), { agent: 'codex', session: 'mcp' }];
    log.startTurn(codex, 'a', 1);
    log.noteCall(mcp, 2);
    assert.equal(log.spans.length, 1);
    assert.deepEqual(log.turnOfCall(mcp, 3), { ...codex, turn: 'a' });
    assert.equal(log.turnOfCall({ agent: 'claude', session: 'mcp' }, 3), undefined);
    log.startTurn({ agent: 'codex', session: 't' }, 'b', 4);
    assert.equal(log.turnOfCall(mcp, 5), undefined);
    log.noteCall(mcp, 6);
    assert.deepEqual(log.turnOfCall(mcp, 7), { ...mcp, turn: '6' });
  });

  it('counts what a call writes after a long review to the turn in which it was called', () => {
    const log = new SpanLog();
    log.noteCall(codex, 1000);
    assert.equal(log.turnOfCall(codex, 900_000)?.turn, '1000');
    log.noteCall(codex, 901_000);
    assert.equal(log.turnOfCall(codex, 902_000)?.turn, '1000');
    log.startTurn(codex, 'told', 903_000);
    log.endTurn(codex, 904_000);
    assert.equal(log.turnOfCall(codex, 905_000)?.turn, 'told');
  });

  it('finds the command that ends by its key', () => {
    const log = new SpanLog();
    log.startTurn(codex, 'a', 1);
    log.startCommand(codex, 'one', '1', 2);
    log.startCommand(codex, 'two', '2', 3);
    log.endCommand(codex, '1', 4);
    assert.deepEqual(originOf(log.spans, { from: 4, secondScanFrom: 5, to: 5 }), {
      kind: 'command',
      ...codex,
      turn: 'a',
      command: 'two',
    });
  });

  it('keeps what still runs, however many commands have ended since', () => {
    const log = new SpanLog();
    log.startTerminal('npm run dev', log, 1);
    for (let at = 2; at < 3000; at++) {
      log.startCommand(codex, 'ls', String(at), at);
      log.endCommand(codex, String(at), at);
    }
    assert.ok(log.spans.length <= 2002);
    assert.equal(log.spans.filter(({ origin }) => origin.kind === 'terminal').length, 1);
  });

  it('still has a command that ended while looks failed for hours', () => {
    const [log, claude] = [new SpanLog(), { agent: 'claude', session: 't' }];
    log.startCommand(codex, 'make', '1', 1000);
    log.endCommand(codex, '1', 2000);
    const at = 20 * 3_600_000;
    log.startCommand(claude, 'ls', '1', at);
    const origin = originOf(log.spans, { from: 0, secondScanFrom: at + 1, to: at + 2 });
    assert.equal(origin.kind === 'oneOf' && origin.origins.length, 2);
  });

  it('keeps a turn and its commands together where the clock is set back', () => {
    const [log, hour] = [new SpanLog(), 3_600_000];
    const pass = (at: number): number => {
      log.noteTime(at);
      return at;
    };
    log.startTurn(codex, 'a', pass(2 * hour));
    log.startCommand(codex, 'before', '1', pass(2 * hour + 1));
    log.endCommand(codex, '1', pass(2 * hour + 2));
    pass(hour);
    const later = { from: hour + 1, secondScanFrom: hour + 2, to: hour + 3 };
    assert.deepEqual(originOf(log.spans, later), { kind: 'turn', ...codex, turn: 'a' });
    log.startCommand(codex, 'make', '2', pass(hour + 1));
    assert.deepEqual(originOf(log.spans, later), { kind: 'command', ...codex, turn: 'a', command: 'make' });
    assert.equal(log.turnOfCall(codex, pass(hour + 4))?.turn, 'a');
    log.endTurn(codex, pass(hour + 5));
    // The hour before it was set back comes once more.
    assert.deepEqual(originOf(log.spans, { from: 2 * hour, secondScanFrom: 2 * hour + 1, to: 2 * hour + 2 }), {
      kind: 'outside',
    });
  });
});
