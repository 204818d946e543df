import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tool } from '../../driver/model-script.ts';
import { sampleWorkspace } from '../../driver/paths.ts';
import { useHost } from '../../driver/use-host.ts';
import { brew, brewGreenLonger, once, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

/** What the workspace's hook answers to the host before each tool of the model runs. */
interface Rewrite {
  readonly permissionDecision: 'allow' | 'ask';
  /** Sent to the tool instead of what the model wrote. */
  readonly updatedInput?: Readonly<Record<string, unknown>>;
}

/** The sample with a hook that answers what stands in a file. VS Code hears late of hooks that come while it runs. */
const hooked = path.join(tmpdir(), `redline-hooked-${process.pid}`);
const answerFile = '.github/hooks/answer.json';

describe('with a hook that changes what the model sends', () => {
  before('a workspace with a hook', () => {
    cpSync(sampleWorkspace, hooked, { recursive: true });
    mkdirSync(path.join(hooked, '.github/hooks'), { recursive: true });
    const PreToolUse = [{ type: 'command', command: `cat ${answerFile}` }];
    writeFileSync(path.join(hooked, '.github/hooks/rewrite.json'), JSON.stringify({ hooks: { PreToolUse } }));
  });
  after('the workspace', () => rmSync(hooked, { recursive: true }));
  const host = useHost({ workspace: hooked });

  async function hook(rewrite: Rewrite): Promise<void> {
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', ...rewrite } };
    await host().workspace.write(answerFile, JSON.stringify(answer));
  }

  it('the review shows what would be written, and that is what is written', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.read(brew);
    const updatedInput = { filePath: brew, oldString: '  green: 2,', newString: '  green: 9,' };
    await hook({ permissionDecision: 'allow', updatedInput });
    const sent = await chat.send('edit under a hook', once(brewGreenLonger));
    await seeReview(host(), 'brew.js (Redline');
    assert.match(await chat.card(), /green: 9/);
    assert.equal(await workspace.read(brew), before);
    await person.approve();
    await sent.finished();
    assert.equal(await workspace.read(brew), before.replace('green: 2', 'green: 9'));
    assert.notEqual(await workspace.read(brew), withLongerGreen(before));
  });

  it('a hook that allows the call answers no question of Redline\u2019s', async () => {
    const { chat, person, workspace } = host();
    await hook({ permissionDecision: 'allow' });
    const before = await workspace.hashes();
    const sent = await chat.send('edit under a hook that allows', once(brewGreenLonger));
    await seeReview(host(), 'brew.js (Redline');
    assert.deepEqual(sent.answers(), []);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('a path that has become a protected one is asked about as that, without a card', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('package.json', '{ "tea": 1 }\n');
    const updatedInput = { filePath: 'package.json', oldString: '1', newString: '2' };
    await hook({ permissionDecision: 'allow', updatedInput });
    const before = await workspace.hashes();
    const sent = await chat.send('edit what a hook protects', once(brewGreenLonger));
    await seeReview(host(), 'package.json (Redline');
    assert.equal(await chat.button('Allow Once').count(), 0);
    await person.reject();
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('a path that has come to lead outside is refused', async () => {
    const { chat, workspace } = host();
    await workspace.write('../guard-hook.txt', 'SECRET-4711\n');
    const updatedInput = { filePath: '../guard-hook.txt', oldString: 'SECRET', newString: 'x' };
    await hook({ permissionDecision: 'allow', updatedInput });
    const before = await workspace.hashes();
    const sent = await chat.send('edit what a hook has outside', once(brewGreenLonger));
    assert.match(await sent.answer(), /\[OUTSIDE_WORKSPACE\]/);
    await sent.finished();
    assert.doesNotMatch(await sent.answer(), /4711/);
    assert.deepEqual(await workspace.hashes(), before);
    assert.equal(await workspace.read('../guard-hook.txt'), 'SECRET-4711\n');
  });

  it('reading that has become the reading of a secret asks', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    await hook({ permissionDecision: 'allow', updatedInput: { filePath: '.env' } });
    const sent = await chat.send('read what a hook names', once(tool('redline_read_file', { filePath: brew })));
    await person.answerNotification('.env', "Don't Allow");
    assert.match(await sent.answer(), /^\[REJECTED\]/);
    assert.doesNotMatch(await sent.answer(), /4711/);
    await sent.finished();
  });

  it('what does not fit the tool counts for nothing, and what the host itself is to ask writes nothing', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.read(brew);
    await hook({ permissionDecision: 'allow', updatedInput: { filePath: [brew], newString: 'x', approve: true } });
    const unfit = await chat.send('edit with an unfit hook', once(brewGreenLonger));
    // The host drops it, and goes on with what the model sent.
    await seeReview(host(), 'brew.js (Redline');
    assert.match(await chat.card(), /green: 3/);
    await person.reject();
    assert.match(await unfit.answer(), /^\[REJECTED\]/);
    await unfit.finished();
    await hook({ permissionDecision: 'ask' });
    const stopped = await chat.send('edit with a hook that asks', once(brewGreenLonger));
    assert.match(await stopped.answer(), /ERROR|REJECTED|skip/);
    await stopped.finished();
    assert.equal(await workspace.read(brew), before);
    await seeNoReview(host());
  });
});
