// Reports new errors and warnings in changed files, from VS Code's diagnostics.

import * as vscode from 'vscode';
import type { Change, Location } from '../../core/change/change.ts';
import type { Diagnostics } from '../../tools/ports/ports.ts';
import { awaitEvent } from '../shared/awaitEvent.ts';
import { editorText } from '../ports/localDisk.ts';

/** Milliseconds that an answer waits for diagnostics of an open file; later ones are in the next answer. */
const waitForReportMs = 50;
/** Milliseconds after a change during which later answers still report new problems in its visible files. */
const lateReportMs = 30_000;

/** Maximum UTF-16 units of a problem's message. */
const maxMessageChars = 300;

/** Changed files, and their problems that existed before or were already reported. */
interface WatchedFiles {
  readonly files: readonly Location[];
  readonly known: Set<string>;
  readonly until: number;
}

export function editorDiagnostics(): Diagnostics {
  /** Earlier changes that may still get diagnostics. */
  let earlier: readonly WatchedFiles[] = [];
  return {
    watch(files) {
      const open = files.filter(({ uri }) => visibleDocument(uri) !== undefined);
      const knownProblems = new Set(problemsIn(files).map(({ identity }) => identity));
      const watched = { files, known: knownProblems, until: Date.now() + lateReportMs };
      return {
        async newProblems(changes) {
          const loaded = open.filter((at) => isLoaded(at, changes));
          if (loaded.length > 0 && !hasNewProblem(watched)) await waitForReport(loaded);
          const fresh = [...earlier, watched].flatMap(takeNewProblems);
          const current = earlier.filter(({ until }) => Date.now() < until);
          earlier = open.length > 0 ? [...current, { ...watched, files: open }] : current;
          return [...new Set(fresh)];
        },
      };
    },
  };
}

function hasNewProblem({ files, known }: WatchedFiles): boolean {
  return problemsIn(files).some(({ identity }) => !known.has(identity));
}

/** Returns the texts of the new problems, and marks them as known. */
function takeNewProblems({ files, known }: WatchedFiles): string[] {
  const fresh = problemsIn(files).filter(({ identity }) => !known.has(identity));
  for (const { identity } of fresh) known.add(identity);
  return fresh.map(({ text }) => text);
}

interface Problem {
  /** Text of a problem: `path:line severity message`. */
  readonly text: string;
  /** The same without the line number, which changes with edits above the problem. */
  readonly identity: string;
}

function problemsIn(files: readonly Location[]): Problem[] {
  return files.flatMap(({ path, uri }) =>
    vscode.languages
      .getDiagnostics(vscode.Uri.parse(uri, true))
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map((each) => {
        const severity = each.severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
        const problem = `${severity} ${each.message.replace(/\s+/g, ' ').slice(0, maxMessageChars)}`;
        return { text: `${path}:${each.range.start.line + 1} ${problem}`, identity: `${path} ${problem}` };
      }),
  );
}

/** The document of a visible file; does not wait for files that are only loaded, as by each write. */
function visibleDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.document;
}

/**
 * Whether the editor already shows a written change. It loads a written file some 100 ms later, and until then language
 * support has nothing new to report.
 */
function isLoaded({ uri }: Location, changes: readonly Change[]): boolean {
  const change = changes.findLast(({ at }) => at.uri === uri);
  const document = visibleDocument(uri);
  if (document === undefined || change === undefined || !('after' in change) || change.after.kind !== 'text')
    return false;
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return document.getText() === editorText(change.after.text, eol);
}

function waitForReport(files: readonly Location[]): Promise<void> {
  const isAboutFiles = ({ uris }: vscode.DiagnosticChangeEvent): boolean =>
    uris.some((uri) => files.some((at) => at.uri === uri.toString()));
  return awaitEvent(vscode.languages.onDidChangeDiagnostics, isAboutFiles, waitForReportMs);
}
