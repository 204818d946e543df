import assert from 'node:assert/strict';
import { FolderUnderReview } from './folderUnderReview.ts';

const text = '1\n2\n3\n4\n5\n';

describe('what is to be reviewed in a file that is moved to where another one was, or where nothing is watched', () => {
  let review: FolderUnderReview;
  beforeEach(async () => (review = await FolderUnderReview.start()));
  afterEach(() => review.dispose());

  const scan = (): Promise<void> => review.watch.scan(review.window);

  it('is its own, and not that of the file which was on the way before it', async () => {
    review.ground.write({ b: 'agent\n' });
    await scan();
    review.ground.sh('mv b n; mv a b; mv b c');
    await review.window.renamed('b', 'n', 'agent\n', true);
    await review.window.renamed('a', 'b', text, true);
    await review.window.renamed('b', 'c', text, true);
    await scan();
    assert.deepEqual(await review.listed(), [['n', 'b\n', 'agent\n']]);
  });

  it('comes along on the way of a file that was moved away before it', async () => {
    review.ground.write({ a: 'agent a\n', b: 'agent b\n' });
    await scan();
    review.ground.sh('mv b n; mv a b; mv b c');
    await review.window.renamed('b', 'n', 'agent b\n', true);
    await review.window.renamed('a', 'b', 'agent a\n', true);
    await review.window.renamed('b', 'c', 'agent a\n', true);
    await scan();
    assert.deepEqual(await review.listed(), [
      ['c', text, 'agent a\n'],
      ['n', 'b\n', 'agent b\n'],
    ]);
  });

  /** The name, what a command has written there or undefined, and what is listed after a call has moved `a` to `b`. */
  const rows: readonly (readonly [
    title: string,
    commands: Readonly<Record<string, string>>,
    isDeletionKnown: boolean,
    listed: readonly unknown[],
  ])[] = [
    ['takes the place', { a: 'agent a\n', b: 'agent b\n' }, true, [['b', text, 'agent a\n']]],
    ['of an unchanged file takes the place of one with some', { b: 'agent b\n' }, true, []],
    [
      'and what was in the other one stay',
      { a: 'agent a\n', b: 'agent b\n' },
      false,
      [
        ['a', text, undefined],
        ['b', 'b\n', 'agent a\n'],
      ],
    ],
    ['which had none is the other one', { b: 'agent b\n' }, false, [['b', 'b\n', text]]],
    ['stays where both have the same bytes', { a: 'b\n' }, false, [['a', text, undefined]]],
  ];
  for (const [title, commands, isDeletionKnown, listed] of rows) {
    it(`${title}, if a call moves it onto another file${isDeletionKnown ? ' that was to be replaced' : ''}`, async () => {
      review.ground.write(commands);
      await scan();
      review.ground.sh('mv a b');
      if (isDeletionKnown) await review.window.saved('b', commands['b'], undefined);
      await review.window.renamed('a', 'b', commands['a'] ?? text, true);
      await scan();
      assert.deepEqual(await review.listed(), listed);
    });
  }

  it('stays as a deletion where a file is moved to a path that git ignores', async () => {
    review.ground.write({ '.gitignore': 'ignored/\n', a: 'agent\n', n: 'new\n' });
    await scan();
    await review.watch.accept([...review.watch.items.values()].filter(({ path }) => path === '.gitignore'));
    review.ground.sh('mkdir ignored; mv a b n ignored');
    for (const [name, content] of [
      ['a', 'agent\n'],
      ['b', 'b\n'],
      ['n', 'new\n'],
    ] as const) {
      await review.window.renamed(name, `ignored/${name}`, content, true);
    }
    await scan();
    assert.deepEqual(await review.listed(), [['a', text, undefined]]);
    assert.deepEqual(
      [...review.watch.items.values()].map(({ mixed, steps }) => [mixed, steps.length]),
      [[true, 1]],
    );
    review.window.forget();
    // Back in a watched folder, it is a new file to a scan, and the deletion stays.
    review.ground.sh('mv ignored/a a');
    await review.window.renamed('ignored/a', 'a', 'agent\n', true);
    await scan();
    assert.deepEqual(await review.listed(), [['a', text, 'agent\n']]);
  });
});
