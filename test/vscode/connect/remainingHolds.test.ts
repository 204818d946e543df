import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/wording/phrase.ts';
import type { AgentHealth } from '../../../src/vscode/connect/agentHealth.ts';
import { describeStillHeld, describeStillHooked } from '../../../src/vscode/connect/remainingHolds.ts';

function health(id: string, folder?: string): AgentHealth {
  const hold = { words: '', writable: [], decidedBy: [], needs: [] };
  const state = folder === undefined ? { state: 'off' as const } : { state: 'set' as const, folder };
  return { id, name: id, hookedBy: [], invalid: [], hold: { ...hold, ...state } };
}

describe('agents that were released', () => {
  const told = (agents: readonly string[], ...healths: readonly AgentHealth[]): string[] =>
    describeStillHeld(agents, healths).map(inEnglish);

  it('are said to be held by a folder above, once for all folders of the window', () => {
    assert.deepEqual(told(['codex', 'claude'], health('codex', '/ws'), health('claude'), health('codex', '/ws')), [
      'codex is still held by the settings of /ws: open that folder, and release it there.',
    ]);
  });

  it('are not said to be held where nothing holds them, or another agent alone', () => {
    assert.deepEqual(told(['codex'], health('codex'), health('claude', '/ws')), []);
  });
});

describe('agents that were disconnected', () => {
  it('are said to be reviewed still where a hook is left, once for all folders of the window', () => {
    const hooked = (...hookedBy: string[]): AgentHealth => ({ ...health('vscode'), hookedBy });
    const healths = [
      hooked('/ws/.github/hooks/redline.json'),
      hooked('/ws/.github/hooks/redline.json', '/home/h.json'),
    ];
    assert.deepEqual(describeStillHooked(['vscode', 'codex'], [...healths, health('codex')]).map(inEnglish), [
      'vscode is still reviewed: its hook stands in /ws/.github/hooks/redline.json, /home/h.json.',
    ]);
    assert.deepEqual(describeStillHooked(['codex'], healths), []);
  });
});
