// Defines the port to the syntax checker, and finds the errors that a change adds to a file.
import { editorLinesOf } from '../../text/text.ts';

/** A syntax error that a compiler finds in a text. */
export interface SourceError {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Finds syntax errors without opening a document, so that no language service or other extension sees the text. */
export interface SyntaxChecker {
  /** Rejects if there is no answer in time. @param name the file's name, whose extension decides the language */
  findErrors(name: string, text: string): Promise<readonly SourceError[]>;
  dispose(): void;
}

/** Opens a checker with the compiler that VS Code ships below its own folder, `appRoot`; undefined if it has none. */
export type OpenSyntaxChecker = (appRoot: string) => Promise<SyntaxChecker | undefined>;

/** A text with the errors that a checker found in it. */
export interface TextWithErrors {
  readonly text: string;
  readonly errors: readonly SourceError[];
}

/** The errors of the new text that the old one lacks. Errors are equal if message and text of the line are. */
export function findNewErrors(before: TextWithErrors, after: TextWithErrors): readonly SourceError[] {
  // Number of old errors by key that no new error was matched with so far.
  const unmatchedCounts = new Map<string, number>();
  for (const key of errorKeys(before)) unmatchedCounts.set(key, (unmatchedCounts.get(key) ?? 0) + 1);
  const keysAfter = errorKeys(after);
  return after.errors.filter((_, index) => {
    const key = keysAfter[index] ?? '';
    const count = unmatchedCounts.get(key) ?? 0;
    unmatchedCounts.set(key, count - 1);
    return count <= 0;
  });
}

/** A key for each error, by message and text of the line, since a change may shift line numbers. */
function errorKeys({ text, errors }: TextWithErrors): string[] {
  const lines = editorLinesOf(text);
  return errors.map(({ line, message }) => `${message}\n${(lines[line - 1] ?? '').trim()}`);
}
