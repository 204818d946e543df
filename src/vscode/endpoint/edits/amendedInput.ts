// Computes the input that a hook's answer gives to an agent's own tool, so that it writes exactly the approved changes.

import type { Change, Content, Location } from '../../../core/change/change.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { ApprovedFile, Dialect, FileOperation, HookCall, Output } from '../../../core/dialects/dialect.ts';
import { notebookReason } from '../../../core/dialects/editorPaths.ts';
import { maxLineBytes } from '../../../core/endpoint/lineSplitter.ts';
import { encodeUtf8 } from '../../../core/text/encoding.ts';
import { withEol } from '../../../core/text/lineEndings.ts';
import { failure, ToolError } from '../../../core/wording/errors.ts';
import { phrase } from '../../../core/wording/phrase.ts';
import { toAbsolutePath, collectInputPaths, otherToolsAdvice } from '../../../tools/hooks/chooseTool.ts';
import { isPlainText, bomOf, withDocumentEol, type NewEolOf } from '../../../tools/hooks/planByOwnTool.ts';
import { reviewLaterNote } from '../../../tools/pipeline/answer.ts';
import type { ToolContext } from '../../../tools/shared/tool.ts';

// Notes to the model if Redline changes the input of its tool: after a review, and before one.
const exactText = 'Redline made the input exact, so that the tool writes what the user saw and approved.';
const exactLaterText = 'Redline made the input exact, so that it records what the tool writes.';

/** Facts of the window about files, looked up by URI. */
export interface EditorFacts {
  /** Whether a file has unsaved edits, which agents outside the editor do not see. */
  readonly isUnsaved: (uri: string) => boolean;
  /** Whether the editor's own tools edit a file as a notebook, in another form than its text. */
  readonly isNotebook: (uri: string) => boolean;
  /** The number of names (hard links) of a file on a local disk, by its canonical URI; 0 if unknown. */
  readonly countHardLinks: (real: string) => Promise<number>;
  /** The line ending that the editor writes into a file without a line break. */
  readonly newEolOf: NewEolOf;
}

interface AnswerOptions {
  /** The user's changes and comments, for the model. */
  readonly feedback?: readonly string[];
  /** Whether the user reviews the changes only after they are written. */
  readonly isReviewedLater?: boolean;
}

/**
 * The input with which the tool of one hook's call writes exactly what the user approved. `requireExpressible` must be
 * called before each review: it stores what `answerFor` needs (the paths as the agent wrote them, and the line endings of
 * new files).
 */
export class AmendedInput {
  readonly #hook: HookCall;
  readonly #operations: readonly FileOperation[];
  readonly #dialect: Dialect;
  /** Paths as the agent wrote them, by URI. */
  readonly #agentPathsByUri = new Map<string, string>();
  #newEolOf: NewEolOf = () => '\n';
  /** The tool input that the last answer of `answerFor` allows, even if `requireExpressible` only tried to compute it. */
  answeredInput: unknown;

  constructor(hook: HookCall, operations: readonly FileOperation[], dialect: Dialect) {
    this.#hook = hook;
    this.#operations = operations;
    this.#dialect = dialect;
  }

  /**
   * Requires, before the user is asked, that some input of the agent's tool can express the changes.
   * @throws ToolError STALE for a file with unsaved edits that the agent does not see; else VALIDATION_ERROR, or TOO_LARGE
   */
  async requireExpressible(
    changes: readonly Change[],
    { workspace }: ToolContext,
    { isUnsaved, isNotebook, newEolOf, countHardLinks }: EditorFacts,
  ): Promise<void> {
    this.#newEolOf = newEolOf;
    await this.#storeAgentPaths(workspace);
    const unsaved = this.#dialect.editsDocuments ? undefined : changes.find(({ at }) => isUnsaved(at.uri));
    if (unsaved !== undefined) {
      throw failure(
        'STALE',
        phrase(
          '{0} has unsaved changes in VS Code, which this agent does not see. Nothing was changed.',
          displayPathOf(unsaved),
        ),
        'Ask the user to save it, then read it again.',
      );
    }
    if (this.#dialect.editsDocuments && changes.some(({ at }) => isNotebook(at.uri)))
      throw new ToolError('VALIDATION_ERROR', `${notebookReason} Nothing was changed.`);
    if (this.#dialect.breaksHardLinks) await requireOneName(changes, countHardLinks);
    // Throws for changes that cannot be expressed; the answer itself is computed again after the review.
    this.answerFor(changes);
  }

  async #storeAgentPaths(workspace: ToolContext['workspace']): Promise<void> {
    const pathsInPatch = (text: string): ReturnType<Dialect['pathsInPatch']> => this.#dialect.pathsInPatch(text);
    for (const { path, baseFolder } of collectInputPaths(this.#operations, this.#hook.cwd, pathsInPatch)) {
      const at = await workspace.locate(toAbsolutePath(path, baseFolder), 'link');
      this.#agentPathsByUri.set(at.uri, path);
    }
  }

  /**
   * The hook's answer that lets the agent write these changes: with the agent's own input if that suffices, else with a
   * changed input.
   * @throws ToolError VALIDATION_ERROR if its tool cannot write them; TOO_LARGE if the answer is too long
   */
  answerFor(changes: readonly Change[], { feedback = [], isReviewedLater = false }: AnswerOptions = {}): Output {
    const files = changes.flatMap((change) => this.#approvedFile(change));
    this.answeredInput = this.#hook.input;
    if (this.#originalInputWrites(files)) {
      const messages = isReviewedLater ? [reviewLaterNote] : feedback;
      const allowed = this.#dialect.answer.allow(this.#hook, messages.length > 0 ? messages.join('\n') : undefined);
      return requireSendable(allowed);
    }
    const amended = this.#dialect.amend(this.#hook, files);
    if ('reason' in amended)
      throw new ToolError('VALIDATION_ERROR', [...feedback, amended.reason, 'Nothing was changed.'].join('\n'));
    this.answeredInput = amended.input;
    const exactNote = isReviewedLater ? `${exactLaterText} ${reviewLaterNote}` : exactText;
    const messages = feedback.length > 0 ? feedback : [exactNote];
    return requireSendable(this.#dialect.answer.amend(this.#hook, amended.input, messages.join('\n')));
  }

  /** Whether the agent's original input writes exactly these files. */
  #originalInputWrites(files: readonly ApprovedFile[]): boolean {
    const predicted: ApprovedFile[] = [];
    for (const operation of this.#operations) {
      const result = this.#predictResult(operation, files);
      if (result === undefined) return false;
      predicted.push(...result);
    }
    const isPredicted = (file: ApprovedFile): boolean => predicted.some((prediction) => isSameFile(prediction, file));
    return predicted.length === files.length && files.every(isPredicted);
  }

  /** Predicts the result of the agent's tool; undefined if it is uncertain. */
  #predictResult(operation: FileOperation, files: readonly ApprovedFile[]): readonly ApprovedFile[] | undefined {
    if (operation.kind === 'patch') {
      const result = this.#dialect.predictPatch(operation.text, (path) => beforeAt(files, path));
      return 'files' in result ? result.files : undefined;
    }
    if (!('path' in operation)) return undefined;
    const { path } = operation;
    const before = beforeAt(files, path);
    const after = this.#dialect.predictEdit(operation, before);
    return after === undefined ? undefined : [{ path, before, after }];
  }

  /** A change as the agent's tool would make it, as a list; empty for a folder, which tools create by themselves. */
  #approvedFile(change: Change): ApprovedFile[] {
    if (change.kind === 'createDirectory') return [];
    const path = this.#agentPathOf(change.at);
    const before = 'before' in change ? this.#textOf(change.before, path) : undefined;
    const text = 'after' in change ? this.#textOf(change.after, path) : undefined;
    const after = text === undefined ? undefined : this.#textInTool(text, before, change.at.uri);
    const from = 'from' in change ? change.from : undefined;
    const movedFrom = from === undefined ? {} : { movedFrom: this.#agentPathOf(from) };
    return [{ path, before, after, ...movedFrom }];
  }

  /**
   * A path as the agent wrote it. If unknown, the absolute path, since the agent resolves relative paths in its own
   * folder.
   */
  #agentPathOf({ uri, path }: Location): string {
    const agentPath = this.#agentPathsByUri.get(uri);
    if (agentPath !== undefined) return agentPath;
    if (!uri.startsWith('file:///'))
      throw new ToolError(
        'VALIDATION_ERROR',
        `Redline cannot name ${path} to this tool. ${otherToolsAdvice} Nothing was changed.`,
      );
    // Without the slash before a Windows drive.
    return decodeURIComponent(new URL(uri).pathname).replace(/^\/(?=[a-z]:)/i, '');
  }

  /**
   * The text to give to the agent's tool so that the tool writes `text`, since some tools convert line endings.
   * @throws ToolError VALIDATION_ERROR if there is none
   */
  #textInTool(text: string, before: string | undefined, uri: string): string {
    if (withDocumentEol('\n', before, uri, this.#dialect, this.#newEolOf) === '\n') return text;
    const textInTool = withEol(text, '\n');
    if (withEol(textInTool, '\r\n') === text) return textInTool;
    throw new ToolError(
      'VALIDATION_ERROR',
      `VS Code would write other line endings, those of its setting files.eol. ${otherToolsAdvice} Nothing was changed.`,
    );
  }

  /** The text of a content, with its byte order mark. @throws ToolError VALIDATION_ERROR if it is not text in UTF-8 */
  #textOf(content: Content, path: string): string {
    if ((content.kind !== 'text' && content.kind !== 'binary') || !isPlainText(content, this.#dialect))
      throw new ToolError('VALIDATION_ERROR', `${path} is not text in UTF-8. ${otherToolsAdvice} Nothing was changed.`);
    return bomOf(content) + content.text;
  }
}

/** Rejects files with hard links: the review shows a change under all names, but the agent's tool replaces one. */
async function requireOneName(
  changes: readonly Change[],
  countHardLinks: EditorFacts['countHardLinks'],
): Promise<void> {
  const counts = await Promise.all(changes.map(({ at }) => countHardLinks(at.real)));
  const linked = changes.find((_change, index) => (counts[index] ?? 0) > 1);
  if (linked === undefined) return;
  throw new ToolError(
    'VALIDATION_ERROR',
    `${displayPathOf(linked)} has several names (hard links), of which this tool would change one alone. ${otherToolsAdvice} Nothing was changed.`,
  );
}

/** Text of a file before the call, by its path at that time; undefined if there was none. */
function beforeAt(files: readonly ApprovedFile[], path: string): string | undefined {
  return files.find((file) => (file.movedFrom ?? file.path) === path)?.before;
}

function isSameFile(a: ApprovedFile, b: ApprovedFile): boolean {
  const fields = ['path', 'before', 'after', 'movedFrom'] as const;
  return fields.every((field) => a[field] === b[field]);
}

/** Maximum bytes of one UTF-16 unit as JSON in UTF-8, such as `\u0000`. */
const maxJsonBytesPerUnit = 6;

/** Returns the answer, or rejects one over the maximum length of a line between bridge and window. */
function requireSendable(output: Output): Output {
  // Fast path, without encoding the text.
  if (output.stdout.length * maxJsonBytesPerUnit <= maxLineBytes) return output;
  if (encodeUtf8(JSON.stringify(output)).length < maxLineBytes) return output;
  throw new ToolError(
    'TOO_LARGE',
    `The text is too long for this agent's hook. ${otherToolsAdvice} Nothing was changed.`,
  );
}
