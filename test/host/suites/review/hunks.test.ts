import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { awaitEvent } from '../../../../src/vscode/shared/awaitEvent.ts';
import { replaceEditorText } from '../../../../src/vscode/review/proposal/hunkEdits.ts';
import { eventually, itWithoutRules, useGround } from '../ground.ts';
import { answering, apiCall } from '../guard/data/calls.ts';

const before = 'one\r\ntwo\nthree\nfour\nfive\n';
const after = 'ONE\ntwo\nTHREE\nfour\nFIVE\nsix\n';

/** The input of a tab with a multi-file diff, which has no type in the API. */
interface DiffsOfTab {
  readonly textDiffs?: readonly { readonly original: vscode.Uri; readonly modified: vscode.Uri }[];
}

describe('hunks of a change', function () {
  const ground = useGround('hunks');
  beforeEach(() => ground.put('a.txt', before));
  /** Writes the file, and returns the answer to the model. */
  const write = async (): Promise<string> => {
    const input = { filePath: ground.path('a.txt'), content: after };
    const { content } = await vscode.lm.invokeTool('redline_write_file', { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
  };

  itWithoutRules(
    'are excluded and included at the cursor; what is left is written to the byte, and the answer tells the rest',
    async () => {
      const { outcome: answer } = await answering('approve', write, async () => {
        await chooseAt('ONE', 'excludeHunk', 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n');
        await chooseAt('FIVE', 'excludeHunk', 'one\ntwo\nTHREE\nfour\nfive\n');
        await chooseAt('THREE', 'excludeHunk', 'one\ntwo\nthree\nfour\nfive\n');
        await chooseAt('three', 'includeHunk', 'one\ntwo\nTHREE\nfour\nfive\n');
      });
      assert.equal(ground.text('a.txt'), 'one\r\ntwo\nTHREE\nfour\nfive\n');
      assert.match(answer, /excluded these parts of your proposal/);
      assert.match(answer, /a\.txt, line 1 of your proposal:\n-one\n\+ONE/);
      assert.match(answer, /a\.txt, lines 5–6 of your proposal:\n-five\n\+FIVE\n\+six/);
      assert.doesNotMatch(answer, /amended/);
    },
  );

  itWithoutRules(
    "stay excluded after the user's own edits, and only the latter are reported as amendments",
    async () => {
      const { outcome: answer } = await answering('approve', write, async () => {
        await chooseAt('ONE', 'excludeHunk', 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n');
        await typeOver('four', 'fourth');
        await chooseAt('FIVE', 'excludeHunk', 'one\ntwo\nTHREE\nfourth\nfive\n');
      });
      assert.equal(ground.text('a.txt'), 'one\r\ntwo\nTHREE\nfourth\nfive\n');
      assert.match(answer, /-one\n\+ONE/);
      assert.match(answer, /The user amended your proposal[^]*-four\n\+fourth/);
      assert.doesNotMatch(answer.split('amended')[1] ?? '', /-ONE/);
    },
  );

  itWithoutRules('stay excluded in a new plan of the call if they are unchanged', async () => {
    const { reviews } = await answering('approve', write, async (review) => {
      if (review > 0) {
        const shown = 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n';
        const all = (): readonly vscode.TextDocument[] => vscode.workspace.textDocuments.filter(isProposal);
        await eventually('the choice', () => all().some((each) => each.getText().replaceAll('\r\n', '\n') === shown));
        return;
      }
      await chooseAt('ONE', 'excludeHunk', 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n');
      ground.put('a.txt', before.replace('four', 'four!'));
    });
    assert.equal(reviews, 2);
    assert.equal(ground.text('a.txt'), 'one\r\ntwo\nTHREE\nfour\nFIVE\nsix\n');
  });

  itWithoutRules('are excluded while the user types', async () => {
    await answering('approve', write, async () => {
      const editor = await editorOfProposal();
      editor.selection = new vscode.Selection(4, 0, 4, 0);
      await vscode.commands.executeCommand('redline.excludeHunk');
      await eventually('typing', async () => editor.edit((typing) => typing.insert(new vscode.Position(1, 3), '!')));
      const expected = 'ONE\ntwo!\nTHREE\nfour\nfive\n';
      await eventually('both', () => editor.document.getText().replaceAll('\r\n', '\n') === expected);
      await eventually('the text to be saved', () => !editor.document.isDirty);
    });
    assert.equal(ground.text('a.txt').replaceAll('\r\n', '\n'), 'ONE\ntwo!\nTHREE\nfour\nfive\n');
  });

  itWithoutRules('leave the file unchanged if all of them are excluded', async () => {
    const { outcome: answer } = await answering('approve', write, async () => {
      await chooseAt('ONE', 'excludeHunk', 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n');
      await chooseAt('THREE', 'excludeHunk', 'one\ntwo\nthree\nfour\nFIVE\nsix\n');
      await chooseAt('FIVE', 'excludeHunk', 'one\ntwo\nthree\nfour\nfive\n');
    });
    assert.match(answer, /REJECTED/);
    assert.equal(ground.text('a.txt'), before);
  });
});

describe('hunks of two calls in one diff', () => {
  const ground = useGround('batch');

  itWithoutRules('are excluded at the cursor in either', async () => {
    const names = ['a.txt', 'b.txt'];
    for (const name of names) ground.put(name, before);
    const write = (name: string): Promise<unknown> =>
      apiCall('write_file', { filePath: ground.path(name), content: after });
    const calls = Promise.all(names.map(write));
    const batch = (): DiffsOfTab | undefined =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs.map(({ input }) => input as DiffsOfTab | undefined))
        .find((input) => input?.textDiffs?.length === names.length);
    await eventually('the diff of both', async () => {
      await vscode.commands.executeCommand('redline.approveAll');
      return batch() !== undefined;
    });
    const resources = (batch()?.textDiffs ?? []).map(({ original, modified }) => ({
      originalUri: original,
      modifiedUri: modified,
    }));
    for (const { modifiedUri } of resources) {
      const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
      const multiDiffSourceUri = vscode.Uri.from({ scheme: 'test-diff', path: 'both' });
      const isThere = (): boolean => vscode.window.activeTextEditor?.document.uri.toString() === modifiedUri.toString();
      await eventually('the cursor in it', async () => {
        await vscode.commands.executeCommand('workbench.action.focusStatusBar');
        await vscode.commands.executeCommand('_workbench.openMultiDiffEditor', {
          title: 'both',
          resources,
          multiDiffSourceUri,
          reveal: { modifiedUri, range },
        });
        if (!isThere()) await awaitEvent(vscode.window.onDidChangeActiveTextEditor, isThere, 500);
        return isThere();
      });
      await vscode.commands.executeCommand('redline.excludeHunk');
      const expected = 'one\ntwo\nTHREE\nfour\nFIVE\nsix\n';
      const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === modifiedUri.toString());
      await eventually('the choice', () => document?.getText().replaceAll('\r\n', '\n') === expected);
    }
    await vscode.commands.executeCommand('redline.rejectAll');
    await calls;
  });
});

describe('replaceEditorText', () => {
  const ground = useGround('instead');

  it('keeps what is typed before the editor has loaded the text', async () => {
    ground.put('a.txt', 'one\ntwo\n');
    const editor = await vscode.window.showTextDocument(ground.uri('a.txt'));
    let typed: Thenable<boolean> | undefined;
    const type = (): void => {
      typed = editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'typed '));
    };
    const isShown = await replaceEditorText(editor.document, 'one\nthree\n', type);
    assert.ok(await typed);
    assert.equal(isShown, false);
    assert.equal(editor.document.getText(), 'typed one\ntwo\n');
    assert.equal(await replaceEditorText(editor.document, 'typed one\nthree\n', assert.fail), true);
    assert.equal(editor.document.getText(), 'typed one\nthree\n');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

/** Whether a document is the right side of a review; those of reviews that are over may still be there. */
function isProposal({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'redline-proposal' && uri.query === 'after';
}

async function editorOfProposal(): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('redline.reviewPending');
  const inFront = (): vscode.TextEditor | undefined => {
    const editor = vscode.window.activeTextEditor;
    return editor !== undefined && isProposal(editor.document) ? editor : undefined;
  };
  await eventually('the proposal in front', () => inFront() !== undefined);
  const editor = inFront();
  assert.ok(editor !== undefined);
  return editor;
}

/** Puts the cursor on a text, and chooses the hunk there. */
async function chooseAt(text: string, command: string, shown: string): Promise<void> {
  const editor = await editorOfProposal();
  const at = editor.document.positionAt(editor.document.getText().indexOf(text));
  editor.selection = new vscode.Selection(at, at);
  await eventually('the cursor', () => editor.selection.active.isEqual(at));
  await vscode.commands.executeCommand(`redline.${command}`);
  await eventually(`${command} ${text}`, () => editor.document.getText().replaceAll('\r\n', '\n') === shown);
}

async function typeOver(text: string, typed: string): Promise<void> {
  const editor = await editorOfProposal();
  const start = editor.document.getText().indexOf(text);
  const range = new vscode.Range(editor.document.positionAt(start), editor.document.positionAt(start + text.length));
  await editor.edit((edit) => edit.replace(range, typed));
  await eventually('the text to be saved', () => !editor.document.isDirty);
}
