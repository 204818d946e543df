import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lazyWatch } from '../../../../src/vscode/host/lazyWatch.ts';
import { lazyCommands } from '../../../../src/vscode/shared/contributions/commands.ts';
import type { CommandId } from '../../../../src/vscode/shared/contributions/manifest.ts';
import { rootUri } from '../historyCalls.ts';

/** Code that is still loading when the extension is deactivated. */
describe('code that is loaded only after its disposal', () => {
  it('registers no commands', async () => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const commands = lazyCommands(['redline.test.late' as CommandId], () => promise);
    let isRegistered = false;
    void commands.ready();
    commands.dispose();
    resolve(() => (isRegistered = true));
    await new Promise((next) => setTimeout(next, 0));
    assert.equal(isRegistered, false);
    assert.ok(!(await vscode.commands.getCommands()).includes('redline.test.late'));
  });

  it('starts no Watch', async () => {
    const problems: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (text: string) => problems.push(text) };
    // Starting Watch would use what is missing here, and so be logged as a failure.
    const parts = { storage: vscode.Uri.joinPath(rootUri, 'no-storage'), log } as never;
    const watch = lazyWatch(parts, () => assert.fail('opened'));
    const started = watch.start();
    watch.dispose();
    assert.equal(await started, undefined);
    assert.deepEqual(problems, []);
  });
});
