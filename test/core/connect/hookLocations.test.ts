import assert from 'node:assert/strict';
import { isAtHookLocation } from '../../../src/core/connect/hookLocations.ts';
import { hookFacts } from '../../../src/core/dialects/hookFacts.ts';

describe("a location in VS Code's setting of hook files", () => {
  const vscode = hookFacts.find(({ id }) => id === 'vscode') ?? assert.fail();
  for (const [location, file, isAt, home = '/home/me'] of [
    ['.claude/settings.json', '/proj/.claude/settings.json', true],
    ['.claude/settings.json', '/home/me/proj/.claude/settings.json', true],
    ['.claude/settings.json', '/home/me/.claude/settings.json', false],
    ['.claude', '/proj/.claude/settings.local.json', true],
    ['~/.claude/settings.json', '/home/me/.claude/settings.json', true],
    ['~/.claude/settings.json', '/proj/.claude/settings.json', false],
    ['~/.claude/settings.json', '/home/me/proj/.claude/settings.json', false],
    ['~/.copilot/hooks/', '/home/me/.copilot/hooks/x.json', true],
    ['~/.copilot/hook', '/home/me/.copilot/hooks/x.json', false],
    ['.github/hooks', '/proj/.github/hooks/x.json', true],
    ['./.github/hooks/', '/proj/.github/hooks/x.json', true],
    ['.github/hook', '/proj/.github/hooks/x.json', false],
    ['hooks', '/proj/.github/hooks/x.json', false],
    ['.github/hooks', 'c:\\work\\.github\\hooks\\x.json', true, 'c:\\Users\\me'],
    ['.github\\hooks', 'c:\\work\\.github\\hooks\\x.json', true, 'c:\\Users\\me'],
    ['~\\.claude\\settings.json', 'c:\\Users\\me\\.claude\\settings.json', true, 'c:\\Users\\me'],
  ] as const)
    it(`${JSON.stringify(location)} ${isAt ? 'has' : 'has not'} ${file}`, () => {
      assert.equal(isAtHookLocation(file, location, home, vscode), isAt);
    });
});
