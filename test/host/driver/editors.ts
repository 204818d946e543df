import path from 'node:path';
import type { Evaluate, VSCode } from './harness.ts';
import { waitFor } from './wait.ts';
import type { Workspace } from './workspace.ts';

export interface Tab {
  readonly label: string;
  readonly active: boolean;
  readonly dirty: boolean;
  readonly preview: boolean;
  /** The scheme of what it shows; of a diff, that of its right side. */
  readonly scheme: string;
}

/** The editors of the window, seen from the extension host. Files are named relative to the workspace. */
export interface Editors {
  readonly tabs: () => Promise<readonly Tab[]>;
  /** Opens a file in an editor that has the focus. */
  readonly open: (file: string) => Promise<void>;
  /** The text of a file as an editor has it, unsaved typing included; undefined if none has it open. */
  readonly text: (file: string) => Promise<string | null>;
  readonly dirty: (file: string) => Promise<boolean>;
  /** Waits until every loaded document shows what is on disk. */
  readonly settled: () => Promise<void>;
  /** Throws unsaved typing away and closes all tabs. */
  readonly closeAll: () => Promise<void>;
}

export function editorsOf(evaluate: Evaluate, workspace: Workspace): Editors {
  const at = (file: string): string => path.join(workspace.root, file);
  return {
    tabs: () => evaluate(listTabs),
    open: async (file) => {
      await evaluate(
        (vscode, name) => vscode.window.showTextDocument(vscode.Uri.file(name), { preview: false }).then(() => null),
        at(file),
      );
    },
    text: (file) =>
      evaluate(
        (vscode, name) =>
          vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === name && uri.scheme === 'file')?.getText() ??
          null,
        at(file),
      ),
    dirty: (file) =>
      evaluate(
        (vscode, name) => vscode.workspace.textDocuments.some(({ uri, isDirty }) => uri.fsPath === name && isDirty),
        at(file),
      ),
    settled: async () => {
      let looks = 0;
      // Of a file that is written twice in a moment, the editor may miss the second write, and then shows the first for good.
      await waitFor('the editor to take over what is on disk', async () => {
        looks += 1;
        if (looks % looksBeforeReload === 0) await evaluate(reloadStale);
        return evaluate(showsDisk);
      });
    },
    closeAll: async () => {
      await evaluate(closeAll);
    },
  };
}

function listTabs(vscode: VSCode): Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.map((tab) => {
      const input = tab.input;
      const uri =
        input instanceof vscode.TabInputTextDiff
          ? input.modified
          : input instanceof vscode.TabInputText
            ? input.uri
            : undefined;
      return {
        label: tab.label,
        active: tab.isActive && group.isActive,
        dirty: tab.isDirty,
        preview: tab.isPreview,
        scheme: uri?.scheme ?? '',
      };
    }),
  );
}

/** Looks at the documents before those that are stale are reloaded. */
const looksBeforeReload = 100;

/** Reverting loads a document from the disk anew. */
async function reloadStale(vscode: VSCode): Promise<null> {
  for (const document of vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'file')) {
    const bytes = await vscode.workspace.fs.readFile(document.uri).then(
      (read) => read,
      () => undefined,
    );
    if (bytes === undefined || document.getText() === (await vscode.workspace.decode(bytes, { uri: document.uri })))
      continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  }
  return null;
}

async function showsDisk(vscode: VSCode): Promise<boolean> {
  const files = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'file');
  const shown = files.map(async (document) => {
    const bytes = await vscode.workspace.fs.readFile(document.uri).then(
      (read) => read,
      () => undefined,
    );
    // The document of a file that was deleted goes by itself, in the editor's own time, and is not in anybody's way.
    return bytes === undefined || document.getText() === (await vscode.workspace.decode(bytes, { uri: document.uri }));
  });
  return (await Promise.all(shown)).every(Boolean);
}

async function closeAll(vscode: VSCode): Promise<null> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // A panel takes room, and a diff of several files shows only what fits.
  for (const terminal of vscode.window.terminals) terminal.dispose();
  await vscode.commands.executeCommand('workbench.action.closePanel');
  return null;
}
