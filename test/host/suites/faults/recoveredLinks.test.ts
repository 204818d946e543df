import assert from 'node:assert/strict';
import { cpSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Change } from '../../../../src/core/change.ts';
import { nodeRealPaths } from '../../../../src/node/realPath.ts';
import type { Processes } from '../../../../src/tools/ports.ts';
import { Places } from '../../../../src/vscode/places.ts';
import { SettingsPolicy } from '../../../../src/vscode/policy.ts';
import { SettingsRules } from '../../../../src/vscode/rules.ts';
import { describeNeeds } from '../place.ts';
import { useLab, type Lab } from './lab.ts';

const processes = (own: string, ...gone: string[]): Processes => ({ own, isGone: (name) => gone.includes(name) });

/** What a window was cut off in: its first change was made, its last was not. */
const cutOff: readonly (readonly [title: string, file: string, first: (lab: Lab) => Change])[] = [
  ['an edit', 'f/a.txt', (lab) => lab.update('f/a.txt', 'one\n', 'two\n')],
  ['a new file', 'f/new.txt', (lab) => lab.create('f/new.txt', 'two\n')],
  ['a deletion', 'f/a.txt', (lab) => lab.remove('f/a.txt', 'one\n')],
  ['a move into it', 'f/moved.txt', (lab) => lab.move('b.txt', 'f/moved.txt', 'one\n', 'two\n')],
  ['a move out of it', 'f/a.txt', (lab) => lab.move('f/a.txt', 'moved.txt', 'one\n', 'two\n')],
];

describeNeeds('links', 'faults: a link where a window was cut off', function () {
  const lab = useLab();
  const policy = new SettingsPolicy(() => []);
  after(() => policy.dispose());
  const check = (): SettingsRules =>
    new SettingsRules(new Places(nodeRealPaths(), { windows: false, caseInsensitive: false }), policy);

  /** Leaves a call half-way, as a window that dies does; then its folder is another, which holds the same. */
  async function cutOffIn(first: Change, swap: boolean): Promise<string> {
    const reached = Promise.withResolvers<void>();
    const window = lab.start({
      processes: processes('1 here'),
      before: async (change) => {
        if (change.at.path !== 'last.txt') return;
        reached.resolve();
        await new Promise(() => undefined);
      },
    });
    void lab.apply(window, [first, lab.create('last.txt', 'last\n')]);
    await reached.promise;
    const outside = path.join(lab.storage, 'outside');
    if (!swap) return outside;
    cpSync(path.join(lab.folder, 'f'), outside, { recursive: true });
    renameSync(path.join(lab.folder, 'f'), path.join(lab.folder, 'before'));
    symlinkSync(outside, path.join(lab.folder, 'f'));
    return outside;
  }
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  const restart = (): Promise<readonly string[]> =>
    lab.start({ processes: processes('2 here', '1 here'), places: check() }).ready();

  for (const [title, file, first] of cutOff) {
    it(`nothing behind it is written: ${title}`, async () => {
      lab.put('f/a.txt', 'one\n');
      lab.put('b.txt', 'one\n');
      const outside = await cutOffIn(first(lab), true);
      const there = path.join(outside, path.basename(file));
      const before = read(there);
      const told = await restart();
      assert.equal(read(there), before);
      assert.match(told.join(), /look at|could not be taken back/);
    });

    it(`and without a link it is taken back: ${title}`, async () => {
      lab.put('f/a.txt', 'one\n');
      lab.put('b.txt', 'one\n');
      await cutOffIn(first(lab), false);
      assert.match((await restart()).join(), /taken back/);
      assert.deepEqual([lab.text('f/a.txt'), lab.text('b.txt')], ['one\n', 'one\n']);
      assert.deepEqual(
        [lab.text('f/new.txt'), lab.text('f/moved.txt'), lab.text('moved.txt')],
        Array(3).fill(undefined),
      );
    });
  }
});
