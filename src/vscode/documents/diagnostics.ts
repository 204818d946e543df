// Reports new errors and warnings in the files of a call to its agent, from VS Code's diagnostics.

import * as vscode from 'vscode';
import type { Change, Location } from '../../core/change/change.ts';
import type { Diagnostics } from '../../tools/ports/ports.ts';
import { awaitEvent } from '../shared/awaitEvent.ts';
import { editorText } from '../ports/localDisk.ts';
import { LateProblems, type Problem } from './lateProblems.ts';

/** Milliseconds that an answer waits for diagnostics of a visible file; later ones are in the session's next answer. */
const reportTimeoutMs = 50;

/** Maximum UTF-16 units of a problem's message. */
const maxMessageChars = 300;

/**
 * Implements the `Diagnostics` port. An answer waits briefly for the problems of visible files, and later answers
 * report problems that appear after it. It does neither for other files, on which language support may never report.
 */
export function editorDiagnostics(): Diagnostics {
  const problems = new LateProblems(problemsIn);
  return {
    watch(files, caller) {
      const visible = files.filter(({ uri }) => visibleDocument(uri) !== undefined);
      const watched = problems.watch(files, caller);
      return {
        async newProblems(changes) {
          const updated = visible.filter((at) => showsChange(at, changes));
          if (updated.length > 0 && !problems.hasNewProblem(watched)) await waitForReport(updated);
          return problems.take(watched, visible);
        },
      };
    },
  };
}

function problemsIn(files: readonly Location[]): Problem[] {
  return files.flatMap(({ path, uri }) =>
    vscode.languages
      .getDiagnostics(vscode.Uri.parse(uri, true))
      // The enum ascends from errors (0) and warnings to information and hints.
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map(({ severity, message, range }) => {
        const kind = severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
        const problem = `${kind} ${message.replace(/\s+/g, ' ').slice(0, maxMessageChars)}`;
        // Without the line, which shifts when lines are added above.
        return { text: `${path}:${range.start.line + 1} ${problem}`, identity: `${path} ${problem}` };
      }),
  );
}

/** The document of a visible file. A loaded document alone does not count, since every write loads its file. */
function visibleDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.document;
}

/**
 * Whether the editor already shows a written change. It reloads a written file some 100 ms later, and until then
 * language support has nothing new to report.
 */
function showsChange({ uri }: Location, changes: readonly Change[]): boolean {
  // The last change of the file, if the call has several.
  const change = changes.findLast(({ at }) => at.uri === uri);
  const document = visibleDocument(uri);
  if (document === undefined || change === undefined || !('after' in change) || change.after.kind !== 'text')
    return false;
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return document.getText() === editorText(change.after.text, eol);
}

/** Resolves once VS Code reports the diagnostics of one of these files, or after `reportTimeoutMs`. */
function waitForReport(files: readonly Location[]): Promise<void> {
  const isAboutFiles = ({ uris }: vscode.DiagnosticChangeEvent): boolean =>
    uris.some((uri) => files.some((at) => at.uri === uri.toString()));
  return awaitEvent(vscode.languages.onDidChangeDiagnostics, isAboutFiles, reportTimeoutMs);
}
