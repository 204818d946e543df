import assert from 'node:assert/strict';
import { connectParts, disconnectParts } from '../../../src/vscode/connect/connectParts.ts';
import type { SettingsPart } from '../../../src/vscode/connect/settings/settingsFiles.ts';

const machine = {
  homeFile: (_agent: string, file: string) => `/home/me/${file}`,
  launcher: '/home/me/.redline/bin/redline',
  plugin: '',
  windows: false,
};

/** The files of Claude Code, and the folder that each names. */
function named(parts: readonly SettingsPart[]): (readonly [path: string, folder: string | undefined])[] {
  return parts.map(({ path, file }) => {
    const entries = file.format === 'json' ? file.entries : [];
    return [path, entries.flatMap((entry) => (entry.path[0] === 'projects' ? (entry.path[1] ?? []) : []))[0]];
  });
}

describe('the settings that connect Claude Code in a folder that was opened by a link', () => {
  const files = [
    ['/link/ws/.claude/settings.local.json', undefined],
    ['/home/me/.claude.json', '/real/ws'],
  ];
  const opened = { folder: '/link/ws', realFolder: '/real/ws' };

  it('name the folder as Claude Code looks for it', () => {
    assert.deepEqual(named(connectParts('claude', opened, machine)), files);
  });

  it('are removed under either name, the file in the folder once', () => {
    const removed = named(disconnectParts('claude', opened, machine));
    assert.deepEqual(removed, [...files, ['/home/me/.claude.json', '/link/ws']]);
    assert.equal(disconnectParts('claude', { folder: '/real/ws', realFolder: '/real/ws' }, machine).length, 2);
  });
});
