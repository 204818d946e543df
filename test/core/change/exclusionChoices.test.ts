import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { ExclusionChoices } from '../../../src/core/change/exclusionChoices.ts';
import { create, locationOf } from './changes.ts';

describe('the reason of an excluded folder', () => {
  const folder: Change = { kind: 'createDirectory', at: locationOf('d') };
  const [inner, other] = [create('d/a.txt', 'a\n'), create('d/b.txt', 'b\n')];

  it('does not count once the folder is included again with a file in it', () => {
    const choices = new ExclusionChoices([folder, inner, other]);
    choices.setExcluded([folder], true, 'not this folder');
    assert.equal(choices.reasonOf(folder), 'not this folder');
    choices.setExcluded([inner], false, undefined);
    choices.setExcluded([inner, other], true, 'not these files');
    assert.equal(choices.excluded.has(folder), true);
    assert.deepEqual(
      [folder, inner, other].map((change) => choices.reasonOf(change)),
      [undefined, 'not these files', 'not these files'],
    );
  });

  it('counts as long as it is excluded', () => {
    const choices = new ExclusionChoices([folder, inner, other]);
    choices.setExcluded([folder], true, 'not this folder');
    choices.setExcluded([other], true, '');
    assert.deepEqual([choices.reasonOf(folder), choices.reasonOf(other)], ['not this folder', undefined]);
  });
});

describe('files that are excluded and included again', () => {
  it('take no time to speak of where there are thousands', () => {
    const files = Array.from({ length: 4000 }, (_each, index) => create(`f${index}`, 'x\n'));
    const choices = new ExclusionChoices(files);
    const startMs = performance.now();
    choices.setExcluded(files, true, undefined);
    choices.setExcluded(files.slice(1), false, undefined);
    assert.deepEqual([...choices.excluded], files.slice(0, 1));
    assert.ok(performance.now() - startMs < 1000);
  });

  it('are those that were named, with their folder, and no other file in it', () => {
    const folder: Change = { kind: 'createDirectory', at: locationOf('d') };
    const [inner, other] = [create('d/a.txt', 'a\n'), create('d/b.txt', 'b\n')];
    for (const targets of [
      [folder, inner],
      [inner, folder],
    ]) {
      const choices = new ExclusionChoices([folder, inner, other]);
      choices.setExcluded([inner, other], true, undefined);
      choices.setExcluded(targets, false, undefined);
      assert.deepEqual([...choices.excluded], [other]);
    }
  });
});
