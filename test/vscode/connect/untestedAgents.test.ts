import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import { describeUntested } from '../../../src/vscode/connect/untestedAgents.ts';

describe('what is told of agents that were connected', () => {
  for (const [agents, tested, words] of [
    [['claude', 'codex'], ['claude', 'codex'], []],
    // Its settings were excluded in the review, or there is no folder to try them in.
    [['claude', 'codex'], ['codex'], [/^Claude Code: its hook was not written, or cannot be tried here/]],
    [
      ['gemini', 'cline'],
      [],
      [/^Gemini CLI: its hook was not written/, /^Cline: edits by its own tools are NOT reviewed/],
    ],
    // The doctor found its server.
    [['cline'], ['cline'], []],
  ] as const)
    it(`is ${words.length} warnings for ${agents.join(', ')}, with ${tested.join(', ') || 'none'} tried`, () => {
      const warnings = describeUntested(agents, new Set(tested)).map(inEnglish);
      assert.equal(warnings.length, words.length);
      for (const [index, expected] of words.entries()) assert.match(warnings[index] ?? '', expected);
    });
});
