import assert from 'node:assert/strict';
import { held } from '../../driver/model-script.ts';
import { useHost } from '../../driver/use-host.ts';
import { brew, brewGreenLonger, once, seeNoReview, withLongerGreen } from '../tea.ts';

describe('an edit of a file with unsaved typing', () => {
  const host = useHost();

  it('goes on top of the typing and is left unsaved, and the model is told', async () => {
    const { chat, editors, person, workspace } = host();
    const original = await workspace.read(brew);
    await editors.open(brew);
    const start = Promise.withResolvers<void>();
    // VS Code itself saves what was typed before the message is sent, so this is typed after it.
    const sent = await chat.send('edit what I am typing in', held(start.promise, once(brewGreenLonger)));
    await person.typeAfter('black: 4', '2');
    const typed = original.replace('black: 4', 'black: 42');
    start.resolve();
    await chat.card();
    await chat.allow();
    const answer = await sent.answer();
    await sent.finished();
    assert.match(answer, /unsaved/);
    assert.equal(await editors.text(brew), withLongerGreen(typed));
    assert.equal(await editors.dirty(brew), true);
    assert.equal(await workspace.read(brew), original, 'the disk is the person’s to write');
    await seeNoReview(host());
  });
});
