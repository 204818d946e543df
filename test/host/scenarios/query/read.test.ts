import assert from 'node:assert/strict';
import { calls, held, says, textOf, tool, type Message } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { brew, once, seeNoReview, seeReview, sha256 } from '../tea.ts';

const lines = Array.from({ length: 4500 }, (_, index) => `line ${index + 1}`);

/** Reads, and as long as the answer names a next call, makes exactly that call. */
function readOn(since: readonly Message[]) {
  const last = since.findLast((message) => message.role === 'tool');
  if (last === undefined) return calls(tool('redline_read_file', { filePath: 'long.txt' }));
  const next = /redline_read_file (\{.*\})/.exec(textOf(last))?.[1];
  return next === undefined ? says('I have read it all.') : calls(tool('redline_read_file', JSON.parse(next)));
}

describe('reading through the chat', () => {
  const host = useHost();

  it('gives a model the numbered lines, the encoding and the hash, and asks nobody', async () => {
    const { chat, workspace } = host();
    const sent = await chat.send('read the brewing times', once(tool('redline_read_file', { filePath: brew })));
    const answer = await sent.answer();
    await sent.finished();
    const text = await workspace.read(brew);
    assert.match(answer, /lines 1–10 of 10; utf8; line endings LF/i);
    assert.ok(answer.includes(`SHA-256 ${sha256(text)}`));
    assert.ok(answer.includes('     4→  green: 2,\n'));
    await seeNoReview(host());
  });

  it('can be gone on with by the call that each answer names, until the end', async () => {
    const { chat, workspace } = host();
    await workspace.write('long.txt', `${lines.join('\n')}\n`);
    const sent = await chat.send('read the long file to its end', readOn);
    await sent.finished();
    const answers = sent.answers();
    assert.equal(answers.length, 3);
    const read = answers.flatMap((answer) => [...answer.matchAll(/^ *\d+→(.*)$/gm)].map((match) => match[1]));
    assert.deepEqual(read, lines);
    assert.match(answers[0] ?? '', /lines 1–2000 of 4500/);
    assert.match(answers[2] ?? '', /lines 4001–4500 of 4500/);
  });

  it('sees what the person has typed and not saved', async () => {
    const { chat, editors, person } = host();
    const typed = Promise.withResolvers<void>();
    await editors.open(brew);
    // VS Code itself saves what was typed before the message is sent, so this is typed after it.
    const reading = held(typed.promise, once(tool('redline_read_file', { filePath: brew })));
    const sent = await chat.send('read what is typed', reading);
    await person.typeAfter('green: 2', '7');
    typed.resolve();
    const answer = await sent.answer();
    await sent.finished();
    assert.ok(answer.includes('→  green: 27,'));
    assert.match(answer, /unsaved/);
  });

  it('counts for the chat that did it: another one is asked about its edit, and gets no `STALE`', async () => {
    const { chat, person, workspace } = host();
    const reading = await chat.send('read, for a chat of its own', once(tool('redline_read_file', { filePath: brew })));
    await reading.finished();
    await workspace.write(brew, (await workspace.read(brew)).replace('green: 2,', 'green: 2, // Kyoto'));
    await chat.newSession();
    const edit = { filePath: brew, oldString: 'green: 2, // Kyoto', newString: 'green: 3,' };
    const sent = await chat.send('edit in a chat that read nothing', once(tool('redline_edit_file', edit)));
    await seeReview(host(), 'brew.js');
    await picture(host(), 'another-chat');
    await person.approve();
    assert.match(await sent.answer(), /^Edited/);
    await sent.finished();
    assert.ok((await workspace.read(brew)).includes('green: 3,'));
  });
});
