import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { answered, eventually, useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

// The host of tests refuses to show dialogs, so that each question is answered by no.
describeNeeds('modes', 'a revert of a file that the person has changed on the same lines since', () => {
  const ground = useGround('mixed');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);

  /** What a shell writes. */
  async function write(text: string): Promise<void> {
    writeFileSync(path.join(ground.folder, 'a.txt'), text);
    await run('show');
  }

  /** What the person writes in place of all of it, and saves. */
  async function save(text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(ground.uri('a.txt'));
    await eventually('the editor', () => document.getText() === ground.text('a.txt'));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await document.save());
    await run('show');
  }

  async function assertAsks(): Promise<void> {
    const text = ground.text('a.txt');
    await answered(run('revert', ground.uri('a.txt')));
    await answered(run('revertAll', { ask: false }));
    assert.equal(ground.text('a.txt'), text);
  }

  afterEach(async () => {
    await run('show');
    await run('keepAll');
  });

  it('asks first where an agent created the file', async () => {
    ground.put('other.txt', 'other\n');
    await run('show');
    await run('keepAll');
    await write('agent\n');
    await save('agent\nmine\nmine\n');
    await assertAsks();
  });

  it('asks first where an agent had changed the line', async () => {
    ground.put('a.txt', 'first\n');
    await run('show');
    await run('keepAll');
    await write('agent\n');
    await save('mine\n');
    await assertAsks();
  });
});
