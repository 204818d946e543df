import assert from 'node:assert/strict';
import {
  connectParts,
  disconnectParts,
  resolveScope,
  type ResolvedScope,
} from '../../../src/vscode/connect/connectParts.ts';
import type { SettingsPart } from '../../../src/vscode/connect/settingsFiles.ts';

const machine = {
  homeFile: (_agent: string, file: string) => `/home/me/${file}`,
  realFolder: async (folder: string) => folder.replace(/^\/link/, '/real'),
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
  const resolve = (folder: string): Promise<ResolvedScope> => resolveScope({ folder }, machine);

  it('name the folder as Claude Code looks for it', async () => {
    assert.deepEqual(named(connectParts('claude', await resolve('/link/ws'), machine)), files);
  });

  it('are removed under either name, the file in the folder once', async () => {
    const removed = named(disconnectParts('claude', await resolve('/link/ws'), machine));
    assert.deepEqual(removed, [...files, ['/home/me/.claude.json', '/link/ws']]);
    assert.equal(disconnectParts('claude', await resolve('/real/ws'), machine).length, 2);
  });
});
