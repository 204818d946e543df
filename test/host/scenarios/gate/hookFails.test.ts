import assert from 'node:assert/strict';
import path from 'node:path';
import { hookFacts } from '../../../../src/core/dialects/hookFacts.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { brew, withLongerGreen } from '../tea.ts';
import { useGatedHost } from './gated.ts';

/** How much longer than its time VS Code may take to give up a hook and to write, in seconds. */
const slack = 25;

// What `redline doctor` tells of VS Code itself; the other agents have the same rows in `test/host/agents`.
describe('what VS Code does with a hook before its own edit tools', () => {
  const host = useGatedHost({}, { command: 'exec sh ./hook.sh' });
  const facts = hookFacts.find(({ id }) => id === 'vscode');
  if (facts === undefined) throw new Error('There are no facts about VS Code.');

  /** Has the model edit a file behind a hook that runs this script; `seconds` are from its start to the model's answer. */
  async function edit(script: string): Promise<{ outcome: 'written' | 'refused'; answer: string; seconds: number }> {
    const { chat, workspace } = host();
    const original = await workspace.read(brew);
    // Only before the tool: the time that it may take after it would come on top.
    await workspace.write('hook.sh', `grep -q '"PreToolUse"' || exit 0\ndate +%s > hook.started\n${script}\n`);
    const texts = { oldString: '  green: 2,', newString: '  green: 3,' };
    const call = tool('replace_string_in_file', { filePath: path.join(workspace.root, brew), ...texts });
    const sent = await chat.send(`edit behind ${script}`, [calls(call), says('Done.')]);
    const answer = await sent.answer(0, 90_000);
    const seconds = Date.now() / 1000 - Number(await workspace.read('hook.started'));
    await sent.finished();
    const now = await workspace.read(brew);
    if (now !== original) assert.equal(now, withLongerGreen(original));
    return { outcome: now === original ? 'refused' : 'written', answer, seconds };
  }

  for (const crash of ['exit 1', 'kill -KILL $$'])
    it(`that crashes (${crash}): the edit is ${facts.onCrash}`, async () => {
      const { outcome, answer } = await edit(crash);
      assert.equal(outcome, facts.onCrash, answer);
    });

  it('that ends with code 2 and words, as the bridge does where it fails: the edit is refused', async () => {
    const { outcome, answer } = await edit('echo Brewing failed. >&2; exit 2');
    assert.equal(outcome, 'refused', answer);
    assert.match(answer, /Brewing failed\./);
  });

  it(`that takes too long, with no limit of its own: the edit is ${facts.onTimeout} when its time is over`, async () => {
    const { outcome, answer, seconds } = await edit('exec sleep 120');
    assert.equal(outcome, facts.onTimeout, answer);
    assert.ok(
      seconds > facts.defaultTimeoutSeconds - 1 && seconds < facts.defaultTimeoutSeconds + slack,
      `${seconds} s`,
    );
  });
});
