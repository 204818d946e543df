import assert from 'node:assert/strict';
import { Proposal } from '../../../../src/vscode/review/proposal/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/proposal/proposalFiles.ts';
import { update } from '../../../core/change/changes.ts';
import { withSettings } from '../ground.ts';

/** The proposed texts that files have in a review, by path. */
function textsOf(paths: readonly string[]): Readonly<Record<string, string>> {
  const files = new ProposalFiles();
  const changes = paths.map((path) => update(path, 'before', `after of ${path}`));
  const proposal = new Proposal('alike', changes, files);
  const texts = changes.map((change) => {
    const uri = proposal.pairs(new Set()).find((pair) => pair.change === change)?.filledSides[1];
    return uri === undefined ? '' : Buffer.from(files.readFile(uri)).toString();
  });
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
}

const ownTexts = (paths: readonly string[]): object =>
  Object.fromEntries(paths.map((path) => [path, `after of ${path}`]));

describe('the proposed texts of a review', () => {
  for (const paths of [
    ['x$(a.ts', 'x$ (a.ts'],
    ['a](b', 'a] (b'],
    ['zero\u200B.ts', 'zero⟨U+200B⟩.ts'],
  ])
    it(`stay separate for ${JSON.stringify(paths)}, whose displayed paths are similar`, () => {
      assert.deepEqual(textsOf(paths), ownTexts(paths));
    });

  it('stay separate if a setting gives one file the path of another', () =>
    withSettings({ 'files.associations': { 'a.ts (Redline)': 'typescript' } }, async () => {
      const paths = ['a.ts', '(a.ts)'];
      assert.deepEqual(textsOf(paths), ownTexts(paths));
    }));

  it('are read without an excluded file that cannot be encoded', async () => {
    const changes = [update('a.txt', 'a', 'A'), update('b.txt', 'b', 'B')] as const;
    const proposal = new Proposal('encodings', changes, new ProposalFiles());
    const texts = new Map([[changes[0], { text: 'A€', excludedHunks: new Set<number>() }]]);
    const encode = (): Promise<never> => Promise.reject(new Error('the encoding has no €'));
    await assert.rejects(proposal.read(texts, new Set(), encode), /no €/);
    assert.deepEqual((await proposal.read(texts, new Set([changes[0]]), encode)).changes, [changes[1]]);
  });
});
