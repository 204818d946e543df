import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCodexHookTrust } from '../../../src/bridge/agents/agentProgram.ts';

describe('whether Codex trusts several hooks', () => {
  if (process.platform === 'win32') return;
  let folder = '';
  beforeEach(async () => (folder = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-trust-')))));
  afterEach(() => rm(folder, { recursive: true }));

  for (const [statuses, worst] of [
    [['trusted', 'untrusted'], 'untrusted'],
    [['trusted', 'named anew'], 'unknown'],
    [['managed', undefined], 'unknown'],
    [['named anew', 'modified'], 'modified'],
    [['trusted', 'managed'], 'trusted'],
  ] as const)
    it(`is the worst of ${statuses.join(' and ')}: ${worst}`, async () => {
      const program = path.join(folder, 'codex');
      const hooks = statuses.map((trustStatus) => ({ command: "'/r/bin/redline' hook codex", trustStatus }));
      const answer = JSON.stringify({ id: 2, result: { data: [{ hooks }] } });
      await writeFile(path.join(folder, 'answer'), `${answer}\n`);
      await writeFile(program, `#!/bin/sh\ncat '${folder}/answer'\nread line\n`, { mode: 0o755 });
      assert.equal(await readCodexHookTrust(program, folder), worst);
    });
});
