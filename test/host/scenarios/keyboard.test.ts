import assert from 'node:assert/strict';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { brew, brewGreenLonger, once, seeNoReview, withLongerGreen } from './tea.ts';

describe('by keys alone, in high contrast', () => {
  const host = useHost({ settings: { 'workbench.colorTheme': 'Default High Contrast' } });

  it('a change is gone to, and approved', async () => {
    const { chat, editors, person, workspace } = host();
    const original = await workspace.read(brew);
    await editors.open('README.md');
    const sent = await chat.send('propose, and I use keys', once(brewGreenLonger));
    await chat.card();
    // From the chat with the keyboard to the editor, and from there to the waiting change.
    await person.press('Mod+1');
    await waitFor('the focus in the editor', async () => (await person.focus()) === 'editor');
    await editors.open('README.md');
    await person.press('Mod+Alt+Enter');
    await waitFor('the diff in front', async () =>
      (await editors.tabs()).some(({ label, active }) => active && label.startsWith('Redline: Edit')),
    );
    assert.deepEqual(sent.answers(), [], 'the first press only goes there');
    await picture(host(), 'keyboard-hc');
    await waitFor('the answer', async () => {
      if (sent.answers().length === 0) await person.press('Mod+Alt+Enter');
      return sent.answers().length === 1;
    });
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
  });
});
