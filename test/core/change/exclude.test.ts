import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import {
  ExclusionChoices,
  excludeWithDependents,
  findDependencies,
  includeAgain,
} from '../../../src/core/change/exclude.ts';
import { content, create, locationOf as at } from './changes.ts';

const text = content('x');

/** Changes in one line: `+dir/` a new folder, `+file`, `~file` an edit, `-file`, `-dir/`, `a>b` a move, `a=b` a copy. */
function parse(plan: string): Change[] {
  return plan.split(' ').map((word): Change => {
    const [from = '', to = ''] = word.split(/[>=]/);
    if (word.includes('>')) return { kind: 'move', from: at(from), at: at(to), before: text, after: text };
    if (word.includes('=')) return { kind: 'copy', from: at(from), at: at(to), after: text };
    const path = word.slice(1).replace(/\/$/, '');
    if (word.startsWith('~')) return { kind: 'update', at: at(path), before: text, after: text };
    const isFolder = word.endsWith('/');
    if (word.startsWith('-')) return { kind: 'delete', at: at(path), before: isFolder ? { kind: 'directory' } : text };
    return isFolder ? { kind: 'createDirectory', at: at(path) } : { kind: 'create', at: at(path), after: text };
  });
}

function named(plan: string, changes: readonly Change[], names: string): ReadonlySet<Change> {
  const words = plan.split(' ');
  const wanted = names === '' ? [] : names.split(' ');
  return new Set(
    wanted.map((name) => {
      const change = changes[words.indexOf(name)];
      if (change === undefined) throw new Error(`${name} is not in ${plan}`);
      return change;
    }),
  );
}

function words(plan: string, changes: readonly Change[], chosen: ReadonlySet<Change>): string {
  return plan
    .split(' ')
    .filter((_word, index) => [...chosen].includes(changes[index] as Change))
    .join(' ');
}

const cases: readonly (readonly [what: string, plan: string, chosen: string, out: string])[] = [
  ['nothing', '~a ~b', '', ''],
  ['an edit alone', '~a ~b', '~a', '~a'],
  ['what comes into a folder that is not made', '+d/ +d/a +d/e/ +d/e/b ~c', '+d/', '+d/ +d/a +d/e/ +d/e/b'],
  ['one of two in a new folder', '+d/ +d/a +d/b', '+d/a', '+d/a'],
  ['a folder with nothing left to hold', '+d/ +d/e/ +d/e/a', '+d/e/a', '+d/ +d/e/ +d/e/a'],
  ['an empty folder that was asked for', '+d/ ~a', '~a', '~a'],
  ['a folder that keeps a file', '-d/e/a -d/e/b -d/e/ -d/', '-d/e/a', '-d/e/a -d/e/ -d/'],
  ['the folder alone, while what it holds goes', '-d/a -d/', '-d/', '-d/'],
  ['a folder next to a deleted one of a like name', '-d/a -d/ -dd/a -dd/', '-dd/a', '-dd/a -dd/'],
  ['a deletion that makes room', '-b a>b', '-b', '-b a>b'],
  ['what takes the room of a deletion', '-b a>b', 'a>b', '-b a>b'],
  ['a moved folder that keeps a file', '+n/ o/a>n/a o/b>n/b -o/', 'o/a>n/a', 'o/a>n/a -o/'],
  ['a moved folder that keeps all', '+n/ o/a>n/a -o/', 'o/a>n/a', '+n/ o/a>n/a -o/'],
  ['an edit of what a move brings', 'a>b ~b', 'a>b', 'a>b ~b'],
  ['a copy of what is made in the same call', '+a a=b', '+a', '+a a=b'],
  ['a copy', '+a a=b', 'a=b', 'a=b'],
];

describe('excludeWithDependents', () => {
  for (const [what, plan, chosen, out] of cases) {
    it(what, () => {
      const changes = parse(plan);
      assert.equal(
        words(plan, changes, excludeWithDependents(findDependencies(changes), named(plan, changes, chosen))),
        out,
      );
    });
  }

  it('is undone by includeAgain, which also includes what a change depends on', () => {
    for (const [, plan, chosen] of cases) {
      const changes = parse(plan);
      const out = excludeWithDependents(findDependencies(changes), named(plan, changes, chosen));
      for (const change of out) {
        const next = includeAgain(findDependencies(changes), named(plan, changes, chosen), [change]);
        assert.ok(!excludeWithDependents(findDependencies(changes), next).has(change), `${plan}: ${chosen}`);
      }
    }
  });

  it('is quick with thousands of files', () => {
    const plan = Array.from({ length: 3000 }, (_each, index) => `+d${index % 50}/f${index}`).join(' ');
    const changes = parse(plan);
    assert.equal(excludeWithDependents(findDependencies(changes), new Set(changes.slice(0, 1500))).size, 1500);
  });
});

describe('the reason of an excluded folder', () => {
  const folder: Change = { kind: 'createDirectory', at: at('d') };
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
    const folder: Change = { kind: 'createDirectory', at: at('d') };
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
