import * as vscode from 'vscode';
import { retried } from '../../core/async/retried.ts';
import type { AuditLog } from './auditLog.ts';
import { auditScheme } from './auditScheme.ts';

/** The audit log as a person meets it: a table whose code is loaded when it is first shown, and the lines as they are. */
export function registerAudit(audit: AuditLog, titleOf: (tool: string) => string): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  const view = retried(async () => {
    const { AuditView } = await import('./auditView.ts');
    const made = new AuditView(audit, titleOf);
    loaded.push(
      made,
      made.onDidChange((uri) => changed.fire(uri)),
    );
    return made;
  });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(auditScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await view()).provideTextDocumentContent(uri),
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: auditScheme },
      { provideCodeLenses: async (document) => (await view()).provideCodeLenses(document) },
    ),
    vscode.commands.registerCommand('redline.showAuditLog', async (page: unknown) => {
      if (await audit.hasCalls()) await (await view()).show(page instanceof vscode.Uri ? page : undefined);
    }),
    vscode.commands.registerCommand('redline.showRawAuditLog', () => audit.showRaw()),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
