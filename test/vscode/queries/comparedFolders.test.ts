import assert from 'node:assert/strict';
import { ComparedFolders, findLastPath } from '../../../src/vscode/queries/comparedFolders.ts';

describe('compared folders', () => {
  /** The time at which a file was compared first, by what was compared: folder, time, last path. */
  const firstOf = (
    file: string,
    ...comparisons: readonly (readonly [string, number, string?])[]
  ): number | undefined => {
    const folders = new ComparedFolders();
    for (const [folder, time, lastPath] of comparisons) folders.add(`file://${folder}`, time, lastPath);
    return folders.firstComparedAt(`file://${file}`, file);
  };
  const cases: readonly (readonly [string, number | undefined, ...(readonly [string, number, string?])[]])[] = [
    ['/w/a', undefined],
    ['/w/a', undefined, ['/v', 1]],
    ['/w/a', 1, ['/w', 1]],
    ['/w/in/a', 1, ['/w', 1], ['/w', 2]],
    ['/w/in/a', 2, ['/w', 1], ['/w/in', 2]],
    // What is after the last of too many files may be old.
    ['/w/b', 1, ['/w', 1, '/w/b']],
    ['/w/b/c', undefined, ['/w', 1, '/w/b']],
    ['/w/b/c', undefined, ['/w', 1, '/w/b'], ['/w', 2, '/w/a']],
    ['/w/b', 1, ['/w', 1, '/w/b'], ['/w', 2, '/w/a']],
    ['/w/c', 1, ['/w', 1, '/w/b'], ['/w', 2, '/w/c']],
    ['/w/z', 1, ['/w', 1, '/w/b'], ['/w', 2]],
    // A file beyond the limit was created since all were compared.
    ['/w/z', 1, ['/w', 1], ['/w', 2, '/w/b']],
    ['/w/in/a', undefined, ['/w', 1, '/w/b'], ['/w/out', 2]],
    ['/w/in/a', 2, ['/w', 1, '/w/b'], ['/w/in', 2]],
  ];
  for (const [file, time, ...comparisons] of cases) {
    it(`knows ${file} ${time === undefined ? 'not' : `since ${time}`} by ${JSON.stringify(comparisons)}`, () =>
      assert.equal(firstOf(file, ...comparisons), time));
  }

  it('finds the last path folder by folder', () => {
    assert.equal(findLastPath(['b/a', 'b.c', 'a/z', 'a']), 'b.c');
    assert.equal(findLastPath([]), '');
  });

  it('keeps a copy as it was', () => {
    const folders = new ComparedFolders();
    const copy = folders.copy();
    folders.add('file:///w', 1, undefined);
    assert.deepEqual(
      [copy.firstComparedAt('file:///w/a', '/w/a'), folders.copy().firstComparedAt('file:///w/a', '/w/a')],
      [undefined, 1],
    );
  });
});
