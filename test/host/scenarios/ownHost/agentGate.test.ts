import assert from 'node:assert/strict';
import path from 'node:path';
import { editorsOf } from '../../driver/editors.ts';
import { personAt } from '../../driver/person.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import type { BareHost } from '../../faults/bareHost.ts';
import { useBareHost } from '../../faults/useBareHost.ts';
import { HandHooks } from '../gate/agentHook.ts';
import { brew, setRules } from '../tea.ts';

const allowed = /"permissionDecision":"allow"/;
const denied = /"permissionDecision":"deny"/;

const hooks = new HandHooks();

type Window = Pick<BareHost, 'agentLauncher' | 'evaluate' | 'workspace'>;

async function reviews({ evaluate, workspace }: Window): Promise<number> {
  return (await editorsOf(evaluate, workspace).tabs()).filter(({ scheme }) => scheme === 'redline-proposal').length;
}

async function edit(window: Window, file: string, ...options: readonly string[]): Promise<string> {
  const texts = file === brew ? {} : { oldString: 'seconds', newString: 'moments' };
  return (await hooks.start(window, 'PreToolUse', file, { file, ...texts }, ...options)).answer;
}

describe('the gate before an agent', () => {
  const host = useHost();
  afterEach(() => hooks.stop());

  it('follows the rules without asking: what they deny, and what they allow', async () => {
    await setRules(host(), [
      { operations: ['update'], paths: ['src/**'], action: 'allow' },
      { operations: ['update'], paths: ['src/main.js'], action: 'deny' },
    ]);
    try {
      assert.match(await edit(host(), brew), allowed);
      await (
        await hooks.start(host(), 'Stop', brew)
      ).answer;
      const answer = await edit(host(), 'src/main.js');
      assert.match(answer, denied);
      assert.match(answer, /\[PERMISSION_DENIED\]/);
      assert.equal(await reviews(host()), 0);
    } finally {
      await setRules(host(), null);
    }
  });

  it('tells the person where a shell has switched it off, and is switched on again', async () => {
    const { page, person, workspace } = host();
    const item = page.locator('.statusbar-item').filter({ hasText: 'Redline: gate off' });
    assert.match(await hooks.run(host(), 'off'), /without Redline's review/);
    await item.waitFor();
    await person.screenshot('gate-off', 'out/screenshots');
    // No opinion: the agent goes on as without Redline.
    assert.equal(await edit(host(), brew), '');
    const told = (await person.notifications()).find((each) => each.includes('the gate was switched off there'));
    assert.ok(told?.includes(path.basename(workspace.root)) === true, told);
    await person.answerNotification('the gate was switched off there', 'Turn On');
    await item.waitFor({ state: 'detached' });
    const again = await hooks.start(host(), 'PreToolUse', '2');
    await waitFor('the review', async () => (await reviews(host())) === 1);
    await again.stop();
  });
});

describe('the gate before an agent whose window goes', function () {
  this.timeout(240_000);
  afterEach(() => hooks.stop());

  describe('killed', () => {
    const host = useBareHost({ 'redline.rules': [] });

    it('asks again where the window is killed while the hook waits, and nothing is written before', async () => {
      const bare = host();
      const before = await bare.workspace.hashes();
      const person = personAt(bare.page);
      const waiting = await hooks.start(bare, 'PreToolUse', '1');
      await person.tab('brew.js (Redline, VS Code)').waitFor();
      process.kill(await bare.evaluate(() => process.pid), 'SIGKILL');
      await bare.revived();
      await waitFor('the review', async () => (await reviews(bare)) === 1);
      assert.deepEqual(await bare.workspace.hashes(), before);
      await person.approve();
      assert.match(await waiting.answer, allowed);
      assert.deepEqual(await bare.workspace.hashes(), before);
      // It wrote nothing, and no other test is to wait for that.
      await (
        await hooks.start(bare, 'Stop', '1')
      ).answer;
    });

    it('says what was written, or was not, where the window is killed after the approval', async () => {
      const bare = host();
      const original = await bare.workspace.read(brew);
      const person = personAt(bare.page);
      const waiting = await hooks.start(bare, 'PreToolUse', '1');
      await person.tab('brew.js (Redline, VS Code)').waitFor();
      await person.approve();
      assert.match(await waiting.answer, allowed);
      process.kill(await bare.evaluate(() => process.pid), 'SIGKILL');
      await bare.workspace.write(brew, original.replace('green: 2', 'green: 3'));
      await bare.revived();
      await waitFor('what was written', async () =>
        (await person.notifications()).some((each) => each.includes('was written by the agent while Redline was away')),
      );
      await person.command('Redline: Undo Last Agent Change');
      await person.answerDialog('Undo');
      await waitFor('the undo', async () => (await bare.workspace.read(brew)) === original);
    });
  });

  for (const [whenAway, expected] of [
    ['agent', /^$/],
    ['deny', /"permissionDecision":"deny".*redline off/],
  ] as const) {
    describe(`redline.gate.whenAway: ${whenAway}`, () => {
      const host = useBareHost({ 'redline.rules': [], 'redline.gate.whenAway': whenAway });

      it('is what an agent is answered where there is no window', async () => {
        const bare = host();
        const waiting = await hooks.start(bare, 'PreToolUse', '1', {}, '--timeout=20');
        await personAt(bare.page).tab('brew.js (Redline, VS Code)').waitFor();
        await bare.page.goto('about:blank');
        // The person was asked already, so it is not the agent's to decide.
        assert.match(await waiting.answer, denied);
        await waitFor('the window to be gone', async () => expected.test(await edit(bare, brew)));
      });
    });
  }
});
