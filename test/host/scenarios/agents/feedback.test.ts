import assert from 'node:assert/strict';
import path from 'node:path';
import { chosenGates, type GatedAgent } from '../../agents/allAgents.ts';
import { useAgents } from '../../agents/useAgents.ts';
import { calls, says, tool } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, setRules, setSetting, withLongerGreen } from '../tea.ts';

/** Its plugin knows of tools alone, so it is told by Redline's answers only. */
const withoutTurns = 'opencode';

for (const gated of chosenGates()) {
  const { name, id } = gated.agent;
  const { way } = gated.gate;
  describe(`${name}${way === undefined ? '' : ` ${way}`}, whose changes are reviewed later`, () => {
    hearing(gated, {
      hasTurns: id !== withoutTurns,
      // Redline's tools are the same in whatever way its own ones work.
      callsRedline: chosenGates().find(({ agent }) => agent.id === id)?.agent === gated.agent,
    });
  });
}

interface Ways {
  readonly hasTurns: boolean;
  readonly callsRedline: boolean;
}

function hearing({ agent, gate }: GatedAgent, { hasTurns, callsRedline }: Ways): void {
  const host = useHost({ isOwnWindow: true, settings: { 'redline.review.when': 'after' } });
  const start = useAgents(host, [agent]);

  const absolute = (file: string): string => path.join(host().workspace.root, file);
  const run = (command: string, file: string): Promise<null> =>
    host().evaluate(
      (vscode, [id, uri]) => vscode.commands.executeCommand(String(id), vscode.Uri.file(String(uri))).then(() => null),
      [`redline.toReview.${command}`, absolute(file)],
    );

  /** Reverts the file once it is listed. */
  async function revert(original: string): Promise<void> {
    const { evaluate, workspace } = host();
    await waitFor('the edit', async () => (await workspace.read(brew)) === withLongerGreen(original));
    await waitFor('the revert', async () => {
      await evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));
      await run('revert', brew);
      return (await workspace.read(brew)) === original;
    });
  }

  if (hasTurns) {
    /** The request in which the agent hears of a revert at the end of its turn. */
    async function hearOfRevert(afterRevert: () => Promise<unknown> = async () => undefined): Promise<string> {
      const original = await host().workspace.read(brew);
      const reviewed = Promise.withResolvers<void>();
      const turns = gate.edit(absolute(brew), '  green: 2,', '  green: 3,');
      const last = async (): Promise<ReturnType<typeof says>> => {
        await reviewed.promise;
        return says('Done.');
      };
      const { heard, answer, ended } = await start(agent, [...turns, last], gate.modes[0], true);
      await answer(turns.length - 1);
      await revert(original);
      await afterRevert();
      reviewed.resolve();
      const request = await heard(/They took these back/);
      assert.match(request, /src\/brew\.js/);
      await ended;
      assert.equal(await host().workspace.read(brew), original);
      return request;
    }

    const takenBackLines = /-\s+green: 3,\\\\?n\+\s+green: 2,/;

    it('hears at the end of its turn what the person took back', async function () {
      this.timeout(180_000);
      assert.match(await hearOfRevert(), takenBackLines);
    });

    it('hears of a file that it may not read without its lines', async function () {
      this.timeout(180_000);
      const denied = { action: 'deny', operations: ['read'], paths: [brew] };
      try {
        assert.doesNotMatch(await hearOfRevert(() => setRules(host(), [denied])), takenBackLines);
      } finally {
        await setRules(host(), null);
      }
    });

    it('is held at the end of its turn until the person has reviewed, if they want it so', async function () {
      this.timeout(180_000);
      const { person, workspace } = host();
      const original = await workspace.read(brew);
      await setSetting(host(), 'redline.review.holdTurn', true);
      const turns = gate.edit(absolute(brew), '  green: 2,', '  green: 3,');
      const { heard, ended } = await start(agent, [...turns, says('Done.')], gate.modes[0], true);
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      const question = `${agent.name} has finished and waits for your review of src/brew.js`;
      await waitFor('the question', async () => (await person.notifications()).some((text) => text.includes(question)));
      await picture(host(), `turn-held-${agent.id}`);
      assert.equal(hasEnded, false);
      await revert(original);
      assert.equal(hasEnded, false);
      await person.command('Redline: Send Feedback to the Agent');
      assert.match(await heard(/They took these back/), /src\/brew\.js/);
      await ended;
    });
  }

  if (callsRedline)
    it("hears with the next answer of Redline's tools what the person took back", async function () {
      this.timeout(180_000);
      const original = await host().workspace.read(brew);
      const reviewed = Promise.withResolvers<void>();
      const edit = { filePath: absolute(brew), oldString: '  green: 2,', newString: '  green: 3,' };
      const read = calls(tool('read_file', { filePath: absolute(brew) }));
      const second = async (): Promise<typeof read> => {
        await reviewed.promise;
        return read;
      };
      const script = [calls(tool('edit_file', edit)), second, read, says('Done.')];
      const { answer, ended } = await start(agent, script, gate.modes[0]);
      await answer(0);
      await revert(original);
      reviewed.resolve();
      const told = await answer(1);
      assert.match(told, /They took these back/);
      assert.match(told, /src\/brew\.js/);
      assert.doesNotMatch(await answer(2), /They took these back/);
      await ended;
    });
}
