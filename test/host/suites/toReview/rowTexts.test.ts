import assert from 'node:assert/strict';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import { groupLabel, itemsText, rowStateText, rowTooltip } from '../../../../src/vscode/toReview/toReviewTexts.ts';

const file = (id: string, mode: StoredFile['mode'] = 'file'): StoredFile => ({ mode, size: 1, id });
const itemOf = (path: string, baseline: StoredFile | undefined, current: StoredFile | undefined): ReviewItem => ({
  folder: 'file:///f',
  path,
  baseline,
  current,
  steps: [],
});
const stateOf = (baseline: StoredFile | undefined, current: StoredFile | undefined): string =>
  rowStateText({ kind: 'file', item: itemOf('run.sh', baseline, current) });

describe('the row of a file to review', () => {
  it('says whether it was made executable', () => {
    const executable = file('a', 'executable');
    assert.equal(stateOf(file('a'), executable), 'made executable');
    assert.equal(stateOf(executable, file('a')), 'no longer executable');
    assert.equal(stateOf(file('b'), executable), 'modified · made executable');
    assert.equal(stateOf(executable, file('b')), 'modified · no longer executable');
    assert.equal(stateOf(undefined, executable), 'new · made executable');
    assert.equal(stateOf(file('b', 'link'), executable), 'modified · made executable');
    const [item, movedFrom] = [itemOf('b', undefined, executable), itemOf('a', file('a'), undefined)];
    const row = { kind: 'file', item, movedFrom } as const;
    assert.equal(rowTooltip(row), 'b · moved from a · made executable');
  });

  it('is silent about what was executable before', () => {
    const executable = file('a', 'executable');
    assert.equal(stateOf(file('b', 'executable'), executable), 'modified');
    assert.equal(stateOf(executable, undefined), 'deleted');
    assert.equal(stateOf(executable, file('b', 'link')), 'modified');
    const [item, movedFrom] = [itemOf('b', undefined, executable), itemOf('a', executable, undefined)];
    assert.equal(rowStateText({ kind: 'file', item, movedFrom }), 'moved from a');
  });
});

describe('the name of a group to review', () => {
  const nameOf = (agents: readonly string[], hasTerminal: boolean): string | undefined =>
    groupLabel({ kind: 'several', agents, hasTerminal }, 0).split(' · ')[0];

  it('names the possible authors, and one agent of which several turns are possible by itself', () => {
    assert.equal(nameOf(['claude', 'codex'], true), 'One of Claude Code, Codex, Terminal');
    assert.equal(nameOf(['codex'], true), 'One of Codex, Terminal');
    assert.equal(nameOf(['codex'], false), 'Codex');
  });
});

describe('the number of files to review', () => {
  it('has a file once that a folder and another one inside it list', () => {
    const listed = (folder: string, path: string): ReviewItem => ({ ...itemOf(path, file('a'), file('b')), folder });
    const twice = [listed('file:///f', 'in ner/a.txt'), listed('file:///f/in%20ner', 'a.txt')];
    assert.equal(itemsText(twice), 'a.txt');
    assert.equal(itemsText([...twice, listed('file:///f', 'a.txt')]), '2 files');
  });
});
