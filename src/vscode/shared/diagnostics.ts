import * as vscode from 'vscode';
import type { Location } from '../../core/change/change.ts';
import type { Diagnostics } from '../../tools/ports/ports.ts';

/** How long an answer waits for the language support of an open file, in milliseconds. What comes later the next one tells. */
const patience = 50;
/** So long after a change, in milliseconds, what is reported of its open files is told; language support takes its time. */
const maxLate = 30_000;

/** Open files that were changed, and the problems in them that were there before, or told since. */
interface Watched {
  readonly places: readonly Location[];
  readonly known: Set<string>;
  readonly until: number;
}

/** Errors and warnings of files, as the editor's language support knows them. */
export function editorDiagnostics(): Diagnostics {
  /** Changes whose language support may not have said all yet. */
  let earlier: readonly Watched[] = [];
  return {
    watch(places) {
      const open = places.filter((at) => isOpen(vscode.Uri.parse(at.uri, true)));
      const watched = { places, known: new Set(listOf(places).map(withoutLine)), until: Date.now() + maxLate };
      return {
        async newProblems() {
          if (open.length > 0 && !hasFresh(watched)) await nextReport(open);
          const fresh = [...earlier, watched].flatMap(takeFresh);
          const still = earlier.filter(({ until }) => Date.now() < until);
          earlier = open.length > 0 ? [...still, { ...watched, places: open }] : still;
          return [...new Set(fresh)];
        },
      };
    },
  };
}

function hasFresh({ places, known }: Watched): boolean {
  return listOf(places).some((problem) => !known.has(withoutLine(problem)));
}

/** The problems that are new, which are known from now on. */
function takeFresh({ places, known }: Watched): string[] {
  const fresh = listOf(places).filter((problem) => !known.has(withoutLine(problem)));
  for (const problem of fresh) known.add(withoutLine(problem));
  return fresh;
}

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
