import assert from 'node:assert/strict';
import { acceptSeen, foldChange, maxItemSteps } from '../../../src/core/watch/fold.ts';
import type { Origin, ReviewItem, Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const place = { folder: 'file:///w', path: 'a' };
const file = (id: number): StoredFile => ({ mode: 'file', size: 1, id: String(id) });
const terminal = (command: string): Origin => ({ kind: 'terminal', command });

/** The item after changes by these origins, one after the other. */
async function after(origins: readonly Origin[]): Promise<ReviewItem | undefined> {
  let item: ReviewItem | undefined;
  for (const [index, origin] of origins.entries()) {
    const sides = { before: file(index), after: file(index + 1) };
    const step = { id: String(index), ...place, ...sides, origin, time: index };
    item = await foldChange(item, { ...sides, step }, place, () => Promise.resolve(undefined));
  }
  return item;
}

describe('an item that is changed again and again', () => {
  it('keeps few steps, and everybody who made them', async () => {
    const [make, test] = [terminal('make'), terminal('test')];
    const outside: Origin = { kind: 'outside' };
    const item = await after([make, ...Array.from({ length: 10 * maxItemSteps }, () => outside), test]);
    assert.ok(item !== undefined && item.steps.length <= maxItemSteps);
    assert.deepEqual([...new Set(item.steps.map(({ origin }) => origin))], [make, outside, test]);
    assert.deepEqual([item.baseline, item.current], [file(0), file(10 * maxItemSteps + 2)]);
  });

  it('keeps who changed it first, however often others take turns afterwards', async () => {
    const make = terminal('make');
    const others: readonly Origin[] = [terminal('format'), { kind: 'outside' }];
    const item = await after([make, ...Array.from({ length: 5 * maxItemSteps }, () => others).flat()]);
    assert.ok(item !== undefined && item.steps.length <= maxItemSteps);
    assert.deepEqual(new Set(item.steps.map(({ origin }) => origin)), new Set([make, ...others]));
  });

  it('keeps the newest steps where each is of another origin', async () => {
    const item = await after(Array.from({ length: 3 * maxItemSteps }, (_, index) => terminal(String(index))));
    assert.equal(item?.steps.length, maxItemSteps);
    assert.deepEqual(item.steps.at(-1)?.origin, terminal(String(3 * maxItemSteps - 1)));
  });

  it('keeps all steps while they are few', async () => {
    const item = await after(Array.from({ length: 3 }, () => terminal('make')));
    assert.equal(item?.steps.length, 3);
  });
});

describe('a reviewed change of a listed file', () => {
  type Side = StoredFile | undefined;
  const executable = (id: number): StoredFile => ({ ...file(id), mode: 'executable' });
  const link = (id: number): StoredFile => ({ ...file(id), mode: 'link' });
  const secret = (id: number): StoredFile => ({ ...file(id), withheld: 'secret' });
  const conflict = (): Promise<undefined> => Promise.resolve(undefined);
  const toNine = (): Promise<StoredFile> => Promise.resolve(file(9));
  /** The item, the change, and what is left of it: baseline, current file, and whether they are mixed. */
  const rows: readonly (readonly [
    title: string,
    item: readonly [Side, Side],
    change: readonly [Side, Side],
    merge: typeof conflict | typeof toNine,
    left: readonly [Side, Side, true?],
  ])[] = [
    ['a move with an edit', [file(1), file(2)], [undefined, file(3)], toNine, [file(9), file(3)]],
    [
      'a move with an edit of the same lines',
      [file(1), file(2)],
      [undefined, file(3)],
      conflict,
      [file(1), file(3), true],
    ],
    ['a move', [file(1), file(2)], [undefined, file(2)], conflict, [file(1), file(2)]],
    ['a move of a new file', [undefined, file(2)], [undefined, file(2)], conflict, [undefined, file(2)]],
    ['a move of a link', [link(1), link(2)], [undefined, link(2)], conflict, [link(1), link(2)]],
    ['an edit of a new file', [undefined, file(2)], [file(2), file(3)], toNine, [undefined, file(3), true]],
    ['a mode', [file(1), file(2)], [file(2), executable(2)], conflict, [executable(1), executable(2)]],
    [
      'the mode of a secret',
      [secret(1), secret(2)],
      [secret(2), { ...secret(2), mode: 'executable' }],
      conflict,
      [
        { ...secret(1), mode: 'executable' },
        { ...secret(2), mode: 'executable' },
      ],
    ],
    ['the mode of a new file', [undefined, file(2)], [file(2), executable(2)], conflict, [undefined, executable(2)]],
    ['a file for a link', [link(1), link(2)], [link(2), file(2)], toNine, [link(1), file(2), true]],
  ];
  for (const [title, [baseline, current], [before, after], merge, left] of rows) {
    it(`is ${title}`, async () => {
      const step: Step = { id: '1', ...place, before: baseline, after: current, origin: terminal('make'), time: 0 };
      const item = { ...place, baseline, current, steps: [step] };
      const found = await foldChange(item, { before, after, step: undefined }, place, merge);
      const bare = (side: Side) => side && { ...side, permissions: undefined, folders: undefined };
      assert.deepEqual(
        [bare(found?.baseline), bare(found?.current), found?.mixed],
        [bare(left[0]), bare(left[1]), left[2]],
      );
    });
  }
});

describe('a mixed item of which the person keeps what was seen', () => {
  const stepOf = (id: number, before: number, after: number): Step => ({
    id: String(id),
    ...place,
    before: file(before),
    after: file(after),
    origin: terminal('make'),
    time: id,
  });
  const seen: ReviewItem = { ...place, baseline: file(1), current: file(3), steps: [stepOf(1, 1, 2)], mixed: true };
  /** Later steps, the current file, and whether the rest is mixed. */
  const rows: readonly (readonly [title: string, later: readonly Step[], current: number, mixed: true | undefined])[] =
    [
      ["is the agent's alone where only steps followed", [stepOf(2, 3, 4), stepOf(3, 4, 5)], 5, undefined],
      ['stays mixed where a reviewed change came before them', [stepOf(2, 4, 5)], 5, true],
      ['stays mixed where one came between them', [stepOf(2, 3, 4), stepOf(3, 5, 6)], 6, true],
      ['stays mixed where one came after them', [stepOf(2, 3, 4)], 5, true],
    ];
  for (const [title, later, current, mixed] of rows) {
    it(title, async () => {
      const stored = { ...seen, current: file(current), steps: [...seen.steps, ...later] };
      const left = await acceptSeen(stored, seen, () => Promise.resolve(undefined));
      assert.deepEqual([left?.baseline, left?.mixed], [file(3), mixed]);
    });
  }
});
