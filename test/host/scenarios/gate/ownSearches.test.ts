import assert from 'node:assert/strict';
import { useHost } from '../../driver/use-host.ts';
import { HandHooks } from './agentHook.ts';

const token = 'TOKEN=SECRET4711\n';

describe("a search by an agent's own tool", () => {
  const host = useHost({
    settings: {
      'files.exclude': { '**/.env': true },
      'redline.rules': [{ operations: ['read'], paths: ['**/key.pem'], action: 'deny' }],
    },
  });
  const hooks = new HandHooks();
  afterEach('hooks', () => hooks.stop());

  const search = (glob: string): Promise<string> =>
    hooks.claude(host(), 'PreToolUse', 's', {
      tool_name: 'Grep',
      tool_use_id: glob,
      tool_input: { pattern: 'TOKEN', glob },
    });

  beforeEach('secrets', async () => {
    const { workspace } = host();
    await workspace.write('src/.env', token);
    await workspace.write('src/key.pem', token);
  });

  it('is refused where it finds a file that a rule denies, whose name is not told', async () => {
    const printed = await search('*.pem');
    assert.match(printed, /"deny".*\[PERMISSION_DENIED\] This search would read a file that may not be read/);
    assert.doesNotMatch(printed, /key/);
  });

  it('asks about a secret that files.exclude hides from the explorer', async () => {
    const { person } = host();
    const printed = search('.env*');
    await person.answerNotification('.env', "Don't Allow");
    assert.match(await printed, /"deny".*\[REJECTED\] The user did not allow reading/);
  });

  it('that finds no secret is let through', async () => {
    assert.doesNotMatch(await search('*.js'), /"deny"/);
  });
});
