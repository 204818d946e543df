import assert from 'node:assert/strict';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { HandHooks, type StartedHook } from './agentHook.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

/** An agent's hook as the agent starts it, by hand: the tests write, or do not write, what was approved. */
describe('what an agent does once its edit was approved', () => {
  const host = useHost();
  const hooks = new HandHooks();
  afterEach(async function () {
    this.timeout(60_000);
    await hooks.stop();
  });

  const hook = (
    event: 'PreToolUse' | 'PostToolUse' | 'Stop',
    toolUse: string,
    edit: Parameters<HandHooks['start']>[3] = {},
    ...options: readonly string[]
  ): Promise<StartedHook> => hooks.start(host(), event, toolUse, edit, ...options);

  async function approved(toolUse: string): Promise<string> {
    const { answer } = await hook('PreToolUse', toolUse);
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await host().person.approve();
    return answer;
  }

  it('is pointed out at once where it is not what was approved, and can be undone', async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    assert.match(await approved('1'), /"permissionDecision":"allow"/);
    await workspace.write(brew, original.replace('green: 2', 'green: 99'));
    await (
      await hook('PostToolUse', '1')
    ).answer;
    await waitFor('the warning', async () =>
      (await person.notifications()).some((each) =>
        each.includes('the agent wrote something other than what you approved'),
      ),
    );
    await picture(host(), 'gate-different');
    await page.locator('.statusbar-item').filter({ hasText: 'Redline applied: VS Code' }).waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await waitFor('the undo', async () => (await workspace.read(brew)) === original);
  });

  it('is nothing in the history where it wrote nothing', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const before = await workspace.hashes();
    const unwritten = await hook('PreToolUse', '1', {
      file: 'src/main.js',
      oldString: 'seconds',
      newString: 'moments',
    });
    await seeReview(host(), 'main.js (Redline, VS Code)');
    await person.approve();
    assert.match(await unwritten.answer, /"permissionDecision":"allow"/);
    await (
      await hook('Stop', '1')
    ).answer;
    assert.deepEqual(await workspace.hashes(), before);
    await approved('2');
    await workspace.write(brew, withLongerGreen(original));
    await (
      await hook('PostToolUse', '2')
    ).answer;
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    const rows = host().page.locator('.sidebar .monaco-list-row');
    await rows.filter({ hasText: 'VS Code: Edit src/brew.js' }).first().waitFor();
    assert.equal(await rows.filter({ hasText: 'VS Code: Edit src/main.js' }).count(), 0);
  });

  it('is waited for before the next edit of the same session is planned', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    await approved('1');
    const second = await hook('PreToolUse', '2', { newString: '  green: 4,' });
    await workspace.write(brew, withLongerGreen(original));
    // Its old text is gone since.
    assert.match(await second.answer, /"permissionDecision":"deny".*NO_MATCH/);
    await seeNoReview(host());
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await waitFor('the undo', async () => (await workspace.read(brew)) === original);
  });

  it('has its review closed when its hook is killed', async () => {
    const { workspace } = host();
    const before = await workspace.hashes();
    const { stop } = await hook('PreToolUse', '1');
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await stop();
    await seeNoReview(host());
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('is asked for again where the file changes while the person looks', async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    const { answer } = await hook('PreToolUse', '1');
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await workspace.write(brew, original.replace('black: 4', 'black: 5'));
    await person.approve();
    await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'black: 5' }).first().waitFor();
    await person.approve();
    assert.match(await answer, /"permissionDecision":"allow"/);
    await (
      await hook('Stop', '1')
    ).answer;
  });

  it('comes into the history although it was written late, while another edit of the file was refused', async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    await approved('1');
    const second = await hook('PreToolUse', '2', { oldString: 'black: 4', newString: 'black: 5' });
    assert.match(await second.answer, /"permissionDecision":"deny".*has not been written yet/);
    await seeNoReview(host());
    await workspace.write(brew, withLongerGreen(original));
    await page.locator('.statusbar-item').filter({ hasText: 'Redline applied: VS Code' }).waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
    await waitFor('the undo', async () => (await workspace.read(brew)) === original);
  });

  it('is answered before the time of its agent is over, and the review is closed', async () => {
    const { workspace } = host();
    const before = await workspace.hashes();
    const { answer } = await hook('PreToolUse', '1', {}, '--timeout=12');
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    assert.match(
      await answer,
      /"permissionDecision":"deny".*has not answered in the time that this agent gives a hook/,
    );
    await seeNoReview(host());
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('is one review where two come side by side, and both are written', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const [first, second] = await Promise.all([
      hook('PreToolUse', '1'),
      hook('PreToolUse', '2', { file: 'src/main.js', oldString: 'seconds', newString: 'moments' }),
    ]);
    await seeReview(host(), '(Redline, VS Code)');
    await picture(host(), 'gate-side-by-side');
    await person.approve();
    for (const { answer } of [first, second]) assert.match(await answer, /"permissionDecision":"allow"/);
    await workspace.write(brew, withLongerGreen(original));
    await workspace.write('src/main.js', (await workspace.read('src/main.js')).replace('seconds', 'moments'));
    await (
      await hook('Stop', '1')
    ).answer;
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    const rows = host().page.locator('.sidebar .monaco-list-row');
    await rows.filter({ hasText: 'VS Code: Edit 2 files' }).first().waitFor();
  });
});
