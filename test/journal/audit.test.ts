import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { AuditFiles } from '../../src/vscode/gate/audit/auditFiles.ts';
import { Disk, storageOn, type Step } from './disk.ts';

const most = 256 * 1024;

/** A named line, padded to a length in bytes. */
function lineOf(name: string, size = 0): Uint8Array {
  return Buffer.from(`${JSON.stringify({ name, padding: '' }).slice(0, -2)}${'x'.repeat(size)}"}\n`);
}

/** The names of the lines, oldest first. Throws if a line is not whole. */
function namesOn(disk: Disk): string[] {
  const files = ['audit.4.jsonl', 'audit.3.jsonl', 'audit.2.jsonl', 'audit.1.jsonl', 'audit.jsonl'];
  return files.flatMap((file) => {
    const lines = (disk.text(file) ?? '').split('\n');
    assert.equal(lines.pop(), '', `${file} ends with its last line`);
    return lines.map((line) => String(JSON.parse(line).name));
  });
}

describe('the files of the audit log', () => {
  it('are appended to: a call writes its own line only, however long the log is', async () => {
    const disk = new Disk();
    const steps: string[] = [];
    const files = new AuditFiles(storageOn(disk, async (what) => void steps.push(what)));
    for (let call = 0; call < 100; call++) {
      files.add(lineOf(`${call}`, 1000));
      await files.flush();
    }
    assert.equal(namesOn(disk).length, 100);
    assert.deepEqual(
      steps.filter((step) => !/^(stat|append) audit\.jsonl$/.test(step)),
      [],
    );
  });

  it('are bounded, and lose the oldest lines only', async () => {
    const disk = new Disk();
    const files = new AuditFiles(storageOn(disk, () => Promise.resolve()));
    for (let call = 0; call < 700; call++) {
      files.add(lineOf(`${call}`, 3000));
      if (call % 7 === 0) await files.flush();
    }
    await files.flush();
    const names = namesOn(disk);
    assert.deepEqual(
      names,
      names.map((_, at) => String(700 - names.length + at)),
    );
    assert.ok(names.length > 300, String(names.length));
    for (const { bytes } of disk.files.values()) assert.ok(bytes.length <= most);
    assert.deepEqual([...disk.files.keys()].length, 5);
  });

  it('hold every line of several windows, in any order of their writes', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const disk = new Disk();
        const step: Step = (what) => scheduler.schedule(Promise.resolve(), what);
        const expected: string[] = [];
        const windows = ['a', 'b', 'c'].map(async (window) => {
          const files = new AuditFiles(storageOn(disk, step));
          for (let call = 0; call < 4; call++) {
            expected.push(`${window}${call}`);
            files.add(lineOf(`${window}${call}`, 60_000));
            await files.flush();
          }
        });
        await scheduler.waitFor(Promise.all(windows));
        assert.deepEqual(namesOn(disk).sort(), expected.sort());
        assert.equal(disk.files.has('audit.lock'), false);
      }),
      { numRuns: 100 },
    ));

  it('lose a partially written line and no other, in any order in which several windows find it', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const disk = new Disk();
        disk.put('audit.jsonl', '{"name":"old"}\n{"na');
        const step: Step = (what) => scheduler.schedule(Promise.resolve(), what);
        const windows = ['a', 'b', 'c'].map(async (window) => {
          const files = new AuditFiles(storageOn(disk, step));
          files.add(lineOf(window));
          await files.flush();
        });
        await scheduler.waitFor(Promise.all(windows));
        const lines = (disk.text('audit.jsonl') ?? '').split('\n');
        const whole = lines.flatMap((line) => /\{"name":"(\w+)".*\}$/.exec(line)?.[1] ?? []);
        assert.deepEqual(whole.sort(), ['a', 'b', 'c', 'old']);
      }),
      { numRuns: 200 },
    ));

  it('end a partially written line, and lose no other, while another window holds the lock', async () => {
    const disk = new Disk();
    disk.put('audit.jsonl', '{"name":"old"}\n{"na');
    disk.put('audit.lock', '');
    const files = new AuditFiles(storageOn(disk, () => Promise.resolve()));
    for (const name of ['a', 'b']) {
      files.add(lineOf(name));
      await files.flush();
    }
    const lines = (disk.text('audit.jsonl') ?? '').split('\n');
    assert.deepEqual(
      lines
        .filter((line) => line.startsWith('{"name"') && line.endsWith('}'))
        .map((line) => String(JSON.parse(line).name)),
      ['old', 'a', 'b'],
    );
  });

  it('hold every line in the end, each of them whole, if the disk fails at any step', async () => {
    for (let at = 0; at < 60; at++) {
      const disk = new Disk();
      disk.put('audit.jsonl', '{"name":"old"}\n{"na');
      let taken = 0;
      const files = new AuditFiles(
        storageOn(disk, async (what) => {
          if (taken++ !== at) return;
          // A full disk writes a part of the bytes.
          if (what.startsWith('append')) disk.put('audit.jsonl', `${disk.text('audit.jsonl') ?? ''}{"na`);
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        }),
      );
      for (let call = 0; call < 10; call++) {
        files.add(lineOf(`${call}`, 60_000));
        await files.flush().catch(() => undefined);
      }
      await files.flush();
      assert.deepEqual(namesOn(disk), ['old', ...Array.from({ length: 10 }, (_, call) => String(call))], `step ${at}`);
    }
  });

  it('hold lines that are added during a write', async () => {
    const disk = new Disk();
    let calls = 0;
    const files: AuditFiles = new AuditFiles(
      storageOn(disk, async (what) => {
        if (what.startsWith('append') && calls < 20) files.add(lineOf(`${calls++}`, 10_000));
      }),
    );
    files.add(lineOf('first'));
    await files.flush();
    assert.deepEqual(namesOn(disk), ['first', ...Array.from({ length: 20 }, (_, call) => String(call))]);
  });

  it('are written on after a window died while it rotated them', async () => {
    const disk = new Disk();
    disk.put('audit.jsonl', Buffer.concat([lineOf('old', most - 100)]));
    disk.put('audit.lock', '', 0);
    const files = new AuditFiles(storageOn(disk, () => Promise.resolve()));
    for (let call = 0; call < 3; call++) {
      files.add(lineOf(`${call}`, 1000));
      await files.flush();
    }
    assert.deepEqual(namesOn(disk), ['old', '0', '1', '2']);
    assert.deepEqual([...disk.files.keys()].sort(), ['audit.1.jsonl', 'audit.jsonl']);
  });

  it('queue no more lines than they would hold', async () => {
    const disk = new Disk();
    let full = true;
    const files = new AuditFiles(
      storageOn(disk, async () => {
        if (full) throw new Error('no space');
      }),
    );
    for (let call = 0; call < 100; call++) files.add(lineOf(`${call}`, 60_000));
    await assert.rejects(files.flush());
    full = false;
    await files.flush();
    const names = namesOn(disk);
    assert.equal(names.at(-1), '99');
    assert.ok(names.length < 25, String(names.length));
  });
});
