import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { allTools } from '../../src/tools/allTools.ts';

/** Tools of the host that neither read nor write files. What quotes files (search, problems, usages, changes) is none of them, nor what fetches. */
const allowed = ['todos'];

describe('the agent’s own list of tools', () => {
  const text = readFileSync(new URL('../../agents/redline.agent.md', import.meta.url), 'utf8');
  const listed = [...(/^tools: \[(.*)\]$/m.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  );

  it('holds all of Redline’s tools, and of the host’s none that could pass the rules by', () => {
    const own = allTools.map(({ referenceName }) => `redline-tools.redline/${referenceName}`);
    assert.deepEqual([...listed].sort(), [...own, ...allowed].sort());
  });
});
