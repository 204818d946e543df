import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Applying } from '../../../../src/vscode/host/startApplying.ts';
import { useLab } from './lab.ts';

describe('faults: storage', () => {
  const lab = useLab();
  const stored = (...names: string[]): string => path.join(lab.storage, ...names);
  const entries = (): string[] => readdirSync(stored('journal')).filter((name) => name.endsWith('.json'));

  const edit = async (by: Applying, before: string, after: string): Promise<void> => {
    assert.equal(await lab.apply(by, [lab.update('a.txt', before, after)]), undefined);
  };
  const last = (by: Applying) => {
    const entry = by.history.last;
    assert.ok(entry);
    return entry;
  };

  /** What is done to an entry's file, and whether it is then told to the person, and kept under its name. */
  for (const [what, content, told, kept] of [
    ['empty', () => '', true, false],
    ['cut off', (whole: string) => whole.slice(0, 100), true, false],
    ['garbage', () => '\u0000\u0001\ufffd', true, false],
    ['other JSON', () => '{"version": 2, "id": 7}', true, false],
    ['null', () => 'null', true, false],
    ['of a later version', (whole: string) => whole.replace('"version":2', '"version":9'), false, true],
  ] as const) {
    it(`goes on with the other entries where one is ${what}`, async () => {
      lab.put('a.txt', 'one\n');
      const first = lab.start();
      await edit(first, 'one\n', 'two\n');
      await edit(first, 'two\n', 'three\n');
      const [name = ''] = entries();
      writeFileSync(stored('journal', name), content(readFileSync(stored('journal', name), 'utf8')));
      const second = lab.start();
      await second.ready();
      assert.equal(second.history.calls.length, 1);
      assert.deepEqual([entries().includes(name), readdirSync(stored('journal')).length], [kept, 2], String(told));
      await second.history.revert(last(second));
      assert.equal(lab.text('a.txt'), 'two\n');
      await edit(second, 'two\n', 'four\n');
    });
  }

  for (const [what, spoil] of [
    ['gone', (file: string) => rmSync(file)],
    ['damaged', (file: string) => writeFileSync(file, 'x')],
  ] as const) {
    it(`refuses to take a call back whose bytes are ${what}, and changes nothing`, async () => {
      lab.put('a.txt', 'one\n');
      const applying = lab.start();
      await edit(applying, 'one\n', 'two\n');
      for (const name of readdirSync(stored('blobs'))) spoil(stored('blobs', name));
      await assert.rejects(applying.history.revert(last(applying)), { code: 'IO_ERROR' });
      assert.equal(lab.text('a.txt'), 'two\n');
      // The same bytes can be kept again.
      await edit(applying, 'two\n', 'one\n');
      await applying.history.revert(last(applying));
      assert.equal(lab.text('a.txt'), 'two\n');
    });
  }

  it('works on where the storage is removed under it', async () => {
    lab.put('a.txt', 'one\n');
    const applying = lab.start();
    await edit(applying, 'one\n', 'two\n');
    rmSync(lab.storage, { recursive: true });
    await edit(applying, 'two\n', 'three\n');
    assert.equal(applying.history.calls.length, 1);
    await applying.history.revert(last(applying));
    assert.equal(lab.text('a.txt'), 'two\n');
  });

  it('changes nothing where the storage cannot be used, and works as soon as it can', async () => {
    lab.put('a.txt', 'one\n');
    mkdirSync(lab.storage, { recursive: true });
    writeFileSync(stored('journal'), 'a file in the way');
    const applying = lab.start();
    const said = await lab.apply(applying, [lab.update('a.txt', 'one\n', 'two\n')]);
    assert.notEqual(said, undefined);
    assert.equal(lab.text('a.txt'), 'one\n');
    rmSync(stored('journal'));
    await edit(applying, 'one\n', 'two\n');
    assert.equal(lab.text('a.txt'), 'two\n');
  });

  it('takes a call back that loses its entry while it is made', async () => {
    lab.put('a.txt', 'one\n');
    const applying = lab.start({
      before: () => {
        for (const name of entries()) rmSync(stored('journal', name));
      },
    });
    const said = await lab.apply(applying, [lab.update('a.txt', 'one\n', 'two\n')]);
    assert.match(said ?? '', /^IO_ERROR: The history lost track of the change/);
    assert.equal(lab.text('a.txt'), 'one\n');
  });

  it('keeps the order of the calls when the clock is set back', async () => {
    lab.put('a.txt', '0\n');
    const applying = lab.start();
    const now = Date.now;
    const real = Date;
    try {
      for (const day of [0, 1, 2]) {
        const shift = day * 86_400_000;
        globalThis.Date = class extends real {
          constructor(value?: number | string) {
            super(value ?? now() - shift);
          }
          static override now = (): number => now() - shift;
        } as DateConstructor;
        await edit(applying, `${day}\n`, `${day + 1}\n`);
      }
    } finally {
      globalThis.Date = real;
    }
    const times = applying.history.calls.map(({ time }) => time);
    assert.deepEqual(times, times.toSorted().toReversed());
    const restarted = lab.start();
    await restarted.ready();
    for (const expected of ['2\n', '1\n', '0\n']) {
      await restarted.history.revert(last(restarted));
      assert.equal(lab.text('a.txt'), expected);
    }
  });
});
