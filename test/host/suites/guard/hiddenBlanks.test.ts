import assert from 'node:assert/strict';
import { languageWithHiddenBlanks } from '../../../../src/vscode/review/hiddenBlanks.ts';
import { eventually, withSettings } from '../ground.ts';
import { itNeeds } from '../place.ts';
import { setWorkspace } from './data/settings.ts';

describe('white space in the diffs of reviews', () => {
  const hidden = { 'diffEditor.ignoreTrimWhitespace': true };

  it('is shown whatever is set for all languages', async () => {
    await withSettings(hidden, async () => assert.equal(languageWithHiddenBlanks(), undefined));
  });

  itNeeds('settings on the disk', 'is known to be hidden in the languages of reviews', async () => {
    await withSettings({ '[redline-review-source-python]': hidden }, () =>
      eventually('the setting to be read', () => languageWithHiddenBlanks() === 'redline-review-source-python'),
    );
    await setWorkspace({ '[redline-review]': hidden });
    assert.equal(languageWithHiddenBlanks(), 'redline-review');
    await setWorkspace(undefined);
    assert.equal(languageWithHiddenBlanks(), undefined);
  });
});
