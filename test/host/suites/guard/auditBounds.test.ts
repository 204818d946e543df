import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AuditRecord } from '../../../../src/tools/ports/audit.ts';
import { AuditLog } from '../../../../src/vscode/gate/audit/auditLog.ts';
import { rootPath } from './data/settings.ts';
import { describeNeeds } from '../place.ts';

const most = 256 * 1024;
const sha = '0'.repeat(64);

/** A record of a call on so many files of long names, with whatever may stand in a name. */
function recordOf(call: number, files: number, name: string): AuditRecord {
  const paths = Array.from({ length: files }, (_, index) => `${call}/${index}/${name}`);
  return {
    tool: 'redline_multi_edit',
    chat: true,
    caller: { agent: 'vscode', via: 'chat' },
    outcome: 'ok',
    reads: paths.map((each) => ({ path: each, verdict: 'allow' })),
    answers: [{ approved: true, surface: 'chat' }],
    changes: paths.map((each) => ({ kind: 'update', path: each, sha256Before: sha, sha256After: sha })),
    applied: true,
  };
}

describeNeeds('modes', 'the audit log, after ten thousand calls', function () {
  let folder = '';
  const failures: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (text: string) => {
      failures.push(text);
    },
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(rootPath(), 'audit-'));
    failures.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes records, and waits until all of them stand there. */
  async function written(records: readonly AuditRecord[], pace = records.length): Promise<void> {
    const audit = new AuditLog(vscode.Uri.file(folder), log);
    for (const [index, record] of records.entries()) {
      audit.begin()(record);
      if (index % pace === 0) await settled(audit);
    }
    await settled(audit);
  }

  async function settled(audit: AuditLog): Promise<void> {
    await audit.showRaw();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  }

  /** The calls that the files tell of, oldest first; each line of them must be a record. */
  function callsKept(): number[] {
    const files = readdirSync(folder).sort().toReversed();
    assert.ok(files.length <= 5, files.join());
    // The one without a number is the newest, and comes last: `audit.4.jsonl` … `audit.1.jsonl`, `audit.jsonl`.
    const ordered = [...files.filter((name) => name !== 'audit.jsonl'), 'audit.jsonl'];
    return ordered.flatMap((name) => {
      assert.ok(statSync(path.join(folder, name)).size <= most, name);
      const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
      assert.equal(lines.pop(), '', 'the last line has its end');
      return lines.map((line) => Number(JSON.parse(line).changes[0]?.path.split('/')[0] ?? Number.NaN));
    });
  }

  for (const [title, name] of [
    ['plain names', 'src/app.ts'],
    ['names of many bytes', '\u540d\u524d/\u{1f642}.ts'],
    ['names that hide something', 'a\u202e\u200b"\\\n.ts'],
  ] as const) {
    it(`is bounded, and whole: ${title}`, async () => {
      await written(Array.from({ length: 10_000 }, (_, call) => recordOf(call, 1, name)));
      const calls = callsKept();
      assert.ok(calls.length > 1000, String(calls.length));
      // The newest are there, in their order, without a gap.
      assert.deepEqual(
        calls,
        calls.map((_, index) => 10_000 - calls.length + index),
      );
      assert.deepEqual(failures, []);
    });
  }

  it('counts what one call did, where its paths alone would fill a file', async () => {
    const large = recordOf(1, 100, `${'\u540d'.repeat(4000)}\u202e.ts`);
    await written([recordOf(0, 1, 'a.ts'), large, recordOf(2, 1, 'b.ts')]);
    const lines = readFileSync(path.join(folder, 'audit.jsonl'), 'utf8').split('\n').filter(Boolean);
    const { outcome, changes, moreChanges, reads, moreReads, applied } = JSON.parse(lines[1] ?? '');
    assert.deepEqual(
      { outcome, changes, moreChanges, reads, moreReads, applied },
      {
        outcome: 'ok',
        changes: [],
        moreChanges: 100,
        reads: [],
        moreReads: 100,
        applied: true,
      },
    );
    assert.equal(lines.length, 3);
  });

  it('goes on after a line that was cut off', async () => {
    const whole = `${JSON.stringify(recordOf(0, 1, 'a.ts'))}\n`;
    writeFileSync(path.join(folder, 'audit.jsonl'), whole + whole.slice(0, 50));
    await written([recordOf(1, 1, 'b.ts'), recordOf(2, 1, 'c.ts')], 1);
    assert.deepEqual(callsKept(), [0, 1, 2]);
  });
});
