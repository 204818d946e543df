import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Change, FileContent } from '../../../../src/core/change/change.ts';
import { nodeRealPaths } from '../../../../src/node/disk/realPath.ts';
import { userCaller } from '../../../../src/tools/ports/caller.ts';
import type { Call } from '../../../../src/tools/ports/ports.ts';
import { encodeText } from '../../../../src/vscode/files/codec.ts';
import { PathResolver } from '../../../../src/vscode/files/paths/pathResolver.ts';
import { SettingsPolicy } from '../../../../src/vscode/gate/policy.ts';
import { SettingsRules } from '../../../../src/vscode/gate/rules.ts';
import { noTeams, rootPath } from '../guard/data/settings.ts';
import { describeNeeds } from '../place.ts';

/** A location is a value to everything but this check: whoever copies one must not lose what was judged. */
describeNeeds('links', 'the last look at a place', () => {
  const policy = new SettingsPolicy(() => [], noTeams);
  const resolver = new PathResolver(nodeRealPaths(), { isWindows: false, ignoreCase: false });
  const rules = new SettingsRules(resolver, policy, noTeams);
  const file = path.join(rootPath(), 'copied.txt');
  after(() => policy.dispose());
  beforeEach(() => writeFileSync(file, 'one\n'));
  afterEach(() => rmSync(file, { force: true }));

  const content = (text: string): Promise<FileContent> => encodeText(text, 'utf8');
  const update = async (): Promise<Change> => {
    const { location } = await resolver.locate('copied.txt');
    return { kind: 'update', at: location, before: await content('one\n'), after: await content('two\n') };
  };
  const copyOf = (change: Change): Change => ({ ...change, at: { ...change.at } });
  const replace = (): void => {
    copyFileSync(file, `${file}.new`);
    renameSync(`${file}.new`, file);
  };
  const stale = { code: 'STALE' };
  const call: Call = { tool: 'test', caller: userCaller, token: undefined, signal: new AbortController().signal };

  it('lets through what was judged, and nothing that was not', async () => {
    const change = await update();
    await rules.judge([change], call);
    await rules.beforeFirstWrite([change]);
    await assert.rejects(rules.beforeFirstWrite([copyOf(change)]), stale);
    await assert.rejects(rules.beforeFirstWrite([await update()]), stale);
  });

  it('takes a copy for what was asked, where it is still the same place', async () => {
    const change = await update();
    await rules.judge([change], call);
    const copy = copyOf(change);
    await rules.judge([copy], call, [change]);
    await rules.beforeFirstWrite([copy]);
  });

  it('sees that the place of a copy is another one since it was asked', async () => {
    const change = await update();
    await rules.judge([change], call);
    replace();
    await assert.rejects(rules.judge([copyOf(change)], call, [change]), stale);
  });

  it('takes no place for asked that was not judged', async () => {
    await assert.rejects(rules.judge([await update()], call, []), stale);
    await assert.rejects(rules.judge([await update()], call, [await update()]), stale);
  });
});
