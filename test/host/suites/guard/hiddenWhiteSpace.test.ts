import assert from 'node:assert/strict';
import { languageHidingWhiteSpace } from '../../../../src/vscode/review/warnings/reviewWarnings.ts';
import { eventually, withSettings } from '../ground.ts';
import { itNeeds } from '../place.ts';
import { setWorkspace } from './data/settings.ts';

describe('white space in the diffs of reviews', () => {
  const hidden = { 'diffEditor.ignoreTrimWhitespace': true };

  it('is shown whatever is set for all languages', async () => {
    await withSettings(hidden, async () => assert.equal(languageHidingWhiteSpace(), undefined));
  });

  itNeeds('settings on the disk', 'is known to be hidden in the languages of reviews', async () => {
    await withSettings({ '[redline-review-source-python]': hidden }, () =>
      eventually('the setting to be read', () => languageHidingWhiteSpace() === 'redline-review-source-python'),
    );
    await setWorkspace({ '[redline-review]': hidden });
    assert.equal(languageHidingWhiteSpace(), 'redline-review');
    await setWorkspace(undefined);
    assert.equal(languageHidingWhiteSpace(), undefined);
  });
});
