import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pathsOfChanges } from '../../../../src/vscode/endpoint/hooks/listChangedFiles.ts';

describe('the files that git says are changed', () => {
  const file = (name: string): vscode.Uri => vscode.Uri.file(`/ws/${name}`);

  it('have both names of one that was renamed, whose old content is shown as well', () => {
    const repository = {
      state: {
        indexChanges: [{ uri: file('notes.txt'), originalUri: file('.env') }],
        workingTreeChanges: [{ uri: file('a.txt'), originalUri: file('a.txt') }],
        mergeChanges: [],
      },
    };
    const expected = ['notes.txt', '.env', 'a.txt'].map((name) => file(name).fsPath);
    assert.deepEqual(pathsOfChanges([repository]), expected);
  });
});
