import assert from 'node:assert/strict';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { says } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, withLongerGreen } from '../tea.ts';

for (const gated of chosenGates()) {
  const { shell } = gated.gate;
  if (shell !== undefined && gated.isFirstOfFormat)
    describe(`the commands of ${gated.agent.name} ${gated.gate.way ?? ''}`, () => commanding(gated, shell));
}

function commanding({ agent }: GatedAgent, shell: NonNullable<GatedAgent['gate']['shell']>): void {
  const host = useHost();
  const start = useAgents(host, [agent]);
  const row = (text: string) => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
  const command = (id: string): Promise<null> =>
    host().evaluate((vscode, id) => vscode.commands.executeCommand(id, { ask: false }).then(() => null), id);

  it('run unasked; what they changed is listed with them, and taken back', async function () {
    this.timeout(180_000);
    const { workspace } = host();
    const original = await workspace.read(brew);
    // Looks at the disk, so that what the last test left, and a secret among it, is not listed only later.
    await command('redline.toReview.show');
    await command('redline.toReview.keepAll');
    const before = await workspace.hashes();
    const sed = "sed -i 's/green: 2/green: 3/' src/brew.js";
    const mixed =
      "python3 - <<'EOF'\nopen('made.txt', 'w').write('made\\r\\n')\nEOF\nmv README.md NOTES.md && rm src/main.js";
    const { answer, ended } = await start(agent, [shell.run(sed), shell.run(mixed), says('Done.')], shell.mode, true);
    await answer(1);
    await ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    assert.equal(await workspace.read('made.txt'), 'made\r\n');
    await command('redline.toReview.show');
    await row(agent.name).first().waitFor();
    for (const file of ['brew.js', 'made.txt', 'NOTES.md', 'main.js']) await row(file).first().waitFor();
    await row('brew.js').first().locator('[title*="sed -i"]').waitFor();
    await picture(host(), `commands-${agent.id}`);

    await command('redline.toReview.revertAll');
    await waitFor('everything as it was', async () => {
      return JSON.stringify(await workspace.hashes()) === JSON.stringify(before);
    });
    await row('brew.js').first().waitFor({ state: 'detached' });
  });
}
