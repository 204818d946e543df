import * as vscode from 'vscode';
import type { Diagnostics } from '../tools/ports.ts';

/** Errors and warnings of files, as the editor's language support knows them now. */
export const editorDiagnostics: Diagnostics = {
  async list(places) {
    return places.flatMap((at) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.parse(at.uri, true))
        .filter((each) => each.severity <= vscode.DiagnosticSeverity.Warning)
        .map((each) => `${at.path}:${each.range.start.line + 1} ${severityOf(each)} ${oneLine(each.message)}`),
    );
  },
};

function severityOf(diagnostic: vscode.Diagnostic): string {
  return diagnostic.severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, 300);
}
