import * as vscode from 'vscode';
import type { Location } from '../core/change.ts';
import type { Diagnostics } from '../tools/ports.ts';

/** How long an answer waits for the language support of an open file, in milliseconds. */
const patience = 400;

/** Errors and warnings of files, as the editor's language support knows them. */
export const editorDiagnostics: Diagnostics = {
  watch(places) {
    const before = new Set(listOf(places).map(withoutLine));
    const open = places.some((at) => isOpen(vscode.Uri.parse(at.uri, true)));
    return {
      async newProblems() {
        const fresh = (): string[] => listOf(places).filter((problem) => !before.has(withoutLine(problem)));
        if (open && fresh().length === 0) await nextReport(places);
        return fresh();
      },
    };
  },
};

function listOf(places: readonly Location[]): string[] {
  return places.flatMap((at) =>
    vscode.languages
      .getDiagnostics(vscode.Uri.parse(at.uri, true))
      .filter((each) => each.severity <= vscode.DiagnosticSeverity.Warning)
      .map((each) => `${at.path}:${each.range.start.line + 1} ${severityOf(each)} ${oneLine(each.message)}`),
  );
}

/** A problem moves when lines before it come or go; it is still the same problem. */
function withoutLine(problem: string): string {
  return problem.replace(/:\d+ /, ' ');
}

/** Whether the person looks at a file. One that is only loaded (each write loads one) is not worth the wait. */
function isOpen(uri: vscode.Uri): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
}

async function nextReport(places: readonly Location[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const listener = vscode.languages.onDidChangeDiagnostics((event) => {
      if (event.uris.some((uri) => places.some((at) => at.uri === uri.toString()))) done();
    });
    const timer = setTimeout(done, patience);
  });
}

function severityOf(diagnostic: vscode.Diagnostic): string {
  return diagnostic.severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, 300);
}
