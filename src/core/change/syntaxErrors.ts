// Compares the syntax errors of a file before and after a change.
import { editorLinesOf } from '../text/text.ts';

/** An error that a compiler finds in a text. */
export interface SourceError {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Finds syntax errors without opening a document, so that no language service or other extension sees the text. */
export interface SyntaxChecker {
  /** @param name the file's name, whose extension decides the language. Rejects if there is no answer in time */
  findErrors(name: string, text: string): Promise<readonly SourceError[]>;
  dispose(): void;
}

/** Opens a checker with the compiler of the VS Code at `appRoot`; undefined if it has none. */
export type OpenSyntaxChecker = (appRoot: string) => Promise<SyntaxChecker | undefined>;

/** A text with its errors. */
export interface TextWithErrors {
  readonly text: string;
  readonly errors: readonly SourceError[];
}

/** The errors of the new text that the old one does not have: another message, or on a line of another text. */
export function findNewErrors(before: TextWithErrors, after: TextWithErrors): readonly SourceError[] {
  const known = new Map<string, number>();
  for (const key of errorKeys(before)) known.set(key, (known.get(key) ?? 0) + 1);
  const keys = errorKeys(after);
  return after.errors.filter((_, index) => {
    const key = keys[index] ?? '';
    const count = known.get(key) ?? 0;
    known.set(key, count - 1);
    return count <= 0;
  });
}

function errorKeys({ text, errors }: TextWithErrors): string[] {
  const lines = editorLinesOf(text);
  return errors.map(({ line, message }) => `${message}\n${(lines[line - 1] ?? '').trim()}`);
}
