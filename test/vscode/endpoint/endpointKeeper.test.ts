import assert from 'node:assert/strict';
import type { WindowFacts } from '../../../src/tools/ports/agentPorts.ts';
import { EndpointKeeper } from '../../../src/vscode/endpoint/endpointKeeper.ts';

const facts: WindowFacts = { folders: ['/ws'], version: '1', focusedAt: 0, worktrees: false, whenAway: 'agent' };

/** A window whose endpoint fails with these causes, one each time, before it works. */
function openWindow(
  failing: Error[],
  folders = (): readonly string[] => facts.folders,
): { keeper: EndpointKeeper; seen: string[] } {
  const seen: string[] = [];
  const step = async (name: string): Promise<void> => {
    const cause = failing.shift();
    if (cause !== undefined) throw cause;
    seen.push(name);
  };
  const keeper = new EndpointKeeper({
    facts: () => ({ ...facts, folders: folders() }),
    open: async () => {
      await step('open');
      return {
        announce: () => step('announce'),
        turnGateOn: () => step('gate on'),
        close: () => void seen.push('close'),
      };
    },
    onFailure: (cause, { isRepeated, isStillAnnounced }) => {
      assert.ok(cause instanceof Error);
      seen.push(`${isRepeated ? 'log' : 'warn'}${isStillAnnounced ? ', found' : ''}: ${cause.message}`);
    },
  });
  return { keeper, seen };
}

const full = (file: string): Error => Object.assign(new Error(`no space, write '${file}'`), { code: 'ENOSPC' });

describe('the endpoint of a window', () => {
  it('is opened at the next focus if that failed, and announced from then on', async () => {
    const { keeper, seen } = openWindow([full('a')]);
    for (let focus = 0; focus < 3; focus++) await keeper.renew();
    assert.deepEqual(seen, ["warn: no space, write 'a'", 'open', 'announce']);
  });

  it('tells the person of every cause, once while it stays the same', async () => {
    const { keeper, seen } = openWindow([full('a'), full('b'), new Error('not a folder'), new Error('not a folder')]);
    for (let focus = 0; focus < 4; focus++) await keeper.renew();
    assert.deepEqual(seen, [
      "warn: no space, write 'a'",
      "log: no space, write 'b'",
      'warn: not a folder',
      'log: not a folder',
    ]);
  });

  it('stays open if only its announcement fails', async () => {
    const causes: Error[] = [];
    const { keeper, seen } = openWindow(causes);
    await keeper.renew();
    causes.push(full('a'));
    await keeper.renew();
    assert.deepEqual(seen, ['open', "warn, found: no space, write 'a'"]);
  });

  it('is not found in a folder that is not announced yet', async () => {
    const causes: Error[] = [];
    const folders = ['/ws'];
    const { keeper, seen } = openWindow(causes, () => [...folders]);
    await keeper.renew();
    folders.push('/other');
    causes.push(full('a'));
    await keeper.renew();
    assert.deepEqual(seen, ['open', "warn: no space, write 'a'"]);
  });

  it('tells whether it could turn the gate on', async () => {
    const folders = ['/ws'];
    const keeper = new EndpointKeeper({
      facts: () => (folders.length === 0 ? undefined : { ...facts, folders }),
      open: async () => ({ announce: async () => {}, turnGateOn: async () => {}, close: () => {} }),
      onFailure: () => assert.fail(),
    });
    assert.equal(await keeper.turnGateOn(['/ws']), false);
    await keeper.renew();
    assert.equal(await keeper.turnGateOn(['/ws']), true);
    folders.pop();
    await keeper.renew();
    assert.equal(await keeper.turnGateOn(['/ws']), false);
  });

  it('is closed for good if the window closes while it opens', async () => {
    const seen: string[] = [];
    const endpoint = {
      announce: () => assert.fail(),
      turnGateOn: () => assert.fail(),
      close: () => void seen.push('close'),
    };
    const keeper = new EndpointKeeper({
      facts: () => facts,
      open: async () => {
        keeper.close();
        return endpoint;
      },
      onFailure: () => assert.fail(),
    });
    await keeper.renew();
    await keeper.renew();
    assert.deepEqual(seen, ['close']);
  });
});
