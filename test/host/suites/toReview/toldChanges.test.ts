import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';

describeNeeds('special files', 'what an agent is told that Watch saw', () => {
  const ground = useGround('told');
  const sh = (script: string): string => execFileSync('sh', ['-ec', script], { cwd: ground.folder, encoding: 'utf8' });

  /** A link to a file, to another one with the same bytes, and to nothing; all known to the agent. */
  beforeEach(async () => {
    mkdirSync(ground.folder, { recursive: true });
    for (const name of ['a.txt', 'b.txt']) ground.put(name, 'one\n');
    sh('git init -q; ln -s a.txt link; ln -s none dangling');
    await vscode.commands.executeCommand('redline.toReview.show');
    await vscode.commands.executeCommand('redline.toReview.keepAll');
    await look();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('redline.toReview.show');
    await vscode.commands.executeCommand('redline.toReview.keepAll');
  });

  /** The lists that are not empty, as JSON without the folder. */
  async function look(): Promise<string> {
    const {
      since: _,
      truncated: __,
      notes: ___,
      ...lists
    } = Object(await ground.done('redline_changes_since', { path: ground.path('') }));
    const told = Object.entries(lists).filter(([, list]) => Array.isArray(list) && list.length > 0);
    return JSON.stringify(Object.fromEntries(told)).replaceAll(ground.path(''), '');
  }

  const modified = (filePath: string): object => ({ filePath, diff: null, unsaved: false });
  const by = (filePath: string): object => ({ filePath, by: ['another program'] });

  for (const [title, script, told] of [
    ['nothing of a link to nothing', 'true', {}],
    [
      'a link whose target has the same bytes, or is missing, too',
      'ln -sfn b.txt link; ln -sfn gone dangling',
      {
        modified: ['dangling', 'link'].map(modified),
        origins: ['dangling', 'link'].map(by),
      },
    ],
    [
      'a link that leads to nothing any more',
      'rm a.txt',
      { modified: [modified('link')], deleted: ['a.txt'], origins: [by('a.txt')] },
    ],
    ['a renamed file', 'mv b.txt c.txt', { renamed: [{ from: 'b.txt', to: 'c.txt' }], origins: [by('c.txt')] }],
  ] as const)
    it(`is ${title}, once`, async () => {
      sh(script);
      assert.equal(await look(), JSON.stringify(told));
      assert.equal(await look(), '{}');
    });
});
