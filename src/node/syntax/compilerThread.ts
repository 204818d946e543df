// Runs in a worker thread of `typescriptErrors.ts`: checks the syntax of texts with the TypeScript compiler.

import type { SourceError } from '../../core/change/warnings/syntaxErrors.ts';

/** A text to check. */
export interface CheckRequest {
  /** Unique in the thread; its answer has the same. */
  readonly id: number;
  /** File name, whose extension decides the language. */
  readonly name: string;
  readonly text: string;
}

/** The answer to a request. */
export interface CheckResult {
  readonly id: number;
  readonly errors: readonly SourceError[];
}

/** The compiler's `Diagnostic`, as far as it is used. */
interface Diagnostic {
  readonly start: number;
  readonly messageText: unknown;
}

/** The part of the compiler's API that is used here. */
interface Compiler {
  createSourceFile(name: string, text: string, target: number): object;
  createProgram(options: object): { getSyntacticDiagnostics(file: object): readonly Diagnostic[] };
  flattenDiagnosticMessageText(message: unknown, newLine: string): string;
  readonly ScriptTarget: { readonly Latest: number };
}

/**
 * Answers requests to check texts. The thread gets this function as source text (`toString`), so it must use nothing
 * outside itself, imports included. The compiler gets one file and no access to others: it resolves no import, loads no
 * library, and reads nothing. The thread's `workerData` is the compiler's path.
 */
export function serveCheckRequests(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const compilerPath: string = workerData;
  const load = process.getBuiltinModule('node:module').createRequire(compilerPath);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const compiler = load(compilerPath) as Compiler;
  const preserveJsx = 1; // `JsxEmit.Preserve`
  const options = {
    noLib: true,
    noResolve: true,
    allowJs: true,
    experimentalDecorators: true,
    jsx: preserveJsx,
    types: [],
  };
  const findErrors = (name: string, text: string): SourceError[] => {
    const file = compiler.createSourceFile(name, text, compiler.ScriptTarget.Latest);
    const host = {
      getSourceFile: (fileName: string) => (fileName === name ? file : undefined),
      fileExists: (fileName: string) => fileName === name,
      readFile: () => undefined,
      writeFile: () => undefined,
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (fileName: string) => fileName,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    };
    const program = compiler.createProgram({ rootNames: [name], options, host });
    const diagnostics = [...program.getSyntacticDiagnostics(file)].sort((a, b) => a.start - b.start);
    // The compiler counts U+2028 as a line ending, the editor does not.
    const lineStarts = Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: { length } }) => index + length);
    let line = 1;
    return diagnostics.map(({ start, messageText }) => {
      while ((lineStarts[line - 1] ?? Infinity) <= start) line++;
      return { line, message: compiler.flattenDiagnosticMessageText(messageText, ' ') };
    });
  };
  parentPort?.on('message', ({ id, name, text }: CheckRequest) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort.postMessage({ id, errors: findErrors(name, text) } satisfies CheckResult);
  });
}
