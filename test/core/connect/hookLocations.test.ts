import assert from 'node:assert/strict';
import { isAtHookLocation } from '../../../src/core/connect/hookLocations.ts';

const folders = ['/proj', '/other', 'c:\\work'];

describe("a location in VS Code's setting of hook files", () => {
  for (const [location, file, isAt] of [
    ['.claude/settings.json', '/proj/.claude/settings.json', true],
    ['.claude/settings.json', '/other/.claude/settings.json', true],
    ['.claude/settings.json', '/home/me/.claude/settings.json', false],
    ['~/.claude/settings.json', '/home/me/.claude/settings.json', true],
    ['~/.claude/settings.json', '/proj/.claude/settings.json', false],
    ['~/.copilot/hooks/', '/home/me/.copilot/hooks/x.json', true],
    ['~/.copilot/hook', '/home/me/.copilot/hooks/x.json', false],
    ['.github/hooks', '/proj/.github/hooks/x.json', true],
    ['./.github/hooks/', '/proj/.github/hooks/x.json', true],
    ['.github/hook', '/proj/.github/hooks/x.json', false],
    ['hooks', '/proj/.github/hooks/x.json', false],
    ['.github/hooks', 'c:\\work\\.github\\hooks\\x.json', true],
    ['.github\\hooks', 'c:\\work\\.github\\hooks\\x.json', true],
    ['~\\.claude\\settings.json', 'c:\\Users\\me\\.claude\\settings.json', true],
  ] as const)
    it(`${JSON.stringify(location)} ${isAt ? 'has' : 'has not'} ${file}`, () => {
      assert.equal(isAtHookLocation(file, location, folders), isAt);
    });
});
