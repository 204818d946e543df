import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  it('answers the API', async () => {
    const extension = vscode.extensions.getExtension('redline-tools.redline');
    assert.ok(extension, 'the extension is installed');
    const api = await extension.activate();
    assert.equal(typeof api.call, 'function');
    assert.ok(api.tools.length >= 5, `it offers ${api.tools.length} tools`);
  });

  it('registers every tool that the manifest contributes', async () => {
    const extension = vscode.extensions.getExtension('redline-tools.redline');
    await extension?.activate();
    const contributed: readonly { readonly name: string }[] = extension?.packageJSON.contributes.languageModelTools;
    const offered = vscode.lm.tools.map(({ name }) => name);
    assert.deepEqual(
      contributed.map(({ name }) => name).filter((name) => !offered.includes(name)),
      [],
    );
  });
});
