import assert from 'node:assert/strict';
import { Proposal } from '../../../../src/vscode/review/diff/proposal.ts';
import { ProposalFiles } from '../../../../src/vscode/review/diff/proposalFiles.ts';
import { withSettings } from '../ground.ts';
import { edit } from './waiting.ts';

/** Files whose names look alike under review, each with a text of its own. */
function textsOf(paths: readonly string[]): (readonly [path: string, text: string | undefined])[] {
  const changes = paths.map((path) => edit(encodeURIComponent(path), 'before', `after of ${path}`));
  const proposal = new Proposal('alike', changes, new ProposalFiles());
  const uris = changes.map((change) => String(proposal.proposedUriOf(change)));
  assert.equal(new Set(uris).size, paths.length, uris.join('\n'));
  const texts = proposal.editorTexts();
  return changes.map((change, index) => [paths[index] ?? '', texts.get(change)?.text]);
}

describe('the texts of a review', () => {
  for (const paths of [
    ['x$(a.ts', 'x$ (a.ts'],
    ['a](b', 'a] (b'],
    ['zero\u200B.ts', 'zero⟨U+200B⟩.ts'],
  ])
    it(`are each file's own where ${JSON.stringify(paths)} look alike`, () => {
      assert.deepEqual(
        textsOf(paths),
        paths.map((path) => [path, `after of ${path}`]),
      );
    });

  it("are each file's own where a setting makes one look like another", () =>
    withSettings({ 'files.associations': { 'a.ts (Redline)': 'typescript' } }, async () => {
      const paths = ['a.ts', '(a.ts)'];
      assert.deepEqual(
        textsOf(paths),
        paths.map((path) => [path, `after of ${path}`]),
      );
    }));
});
