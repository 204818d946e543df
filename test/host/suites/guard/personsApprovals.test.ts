import assert from 'node:assert/strict';
import { termsItems } from '../../../../src/vscode/gate/approvalCommands.ts';
import { Approvals } from '../../../../src/vscode/gate/approvals.ts';
import { agentOnlyText } from '../../../../src/vscode/gate/approvalText.ts';
import { createSessionGrants, mayRead } from '../../../../src/vscode/gate/readGrants.ts';

const nothingStored = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
const globalState = { ...nothingStored, setKeysForSync: () => undefined };

describe('what a person allows a command of their own', () => {
  it('to read in this session is no permission of an agent', () => {
    const approvals = new Approvals({ workspaceState: nothingStored, globalState });
    const real = 'file:///outside/file.txt';
    createSessionGrants(approvals, 'user').add({ real, kind: 'read' });
    for (const agent of ['vscode', 'extension', 'codex', 'unknown'])
      assert.equal(mayRead([createSessionGrants(approvals, agent)], real), false, agent);
    assert.equal(mayRead([createSessionGrants(approvals, 'user')], real), true);
    assert.deepEqual(
      approvals.all.map(({ agent = '' }) => agentOnlyText(agent)),
      ['for you only'],
    );
  });

  it('is called for every agent where it is remembered', () => {
    const labels = termsItems({ agent: 'user', via: 'palette' }).map(({ label }) => label);
    assert.deepEqual(labels, [
      'until this window closes, for every agent',
      'in this workspace, for every agent',
      'always, for every agent',
    ]);
  });
});
