// Plans an agent's edit exactly as the agent's own tool will write it: the agent's dialect predicts the new texts.
import {
  isFileChange,
  type Change,
  type FaithfulText,
  type FileContent,
  type Location,
} from '../../core/change/change.ts';
import { titleOfEdits, titleOfPatches } from '../../core/change/reviewTexts.ts';
import { describeChange } from '../../core/change/summary.ts';
import type { ApprovedFile, Dialect, FileOperation } from '../../core/dialects/dialect.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { withEol } from '../../core/text/lineEndings.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { findMissingFoldersAbove } from '../change/stateBefore.ts';
import type { ToolContext } from '../shared/tool.ts';
import { toAbsolutePath, collectInputPaths } from './chooseTool.ts';

/** The part of a dialect that predicts the results of its agent's tools. */
export type PredictingDialect = Pick<Dialect, 'editsDocuments' | 'predictEdit' | 'predictPatch' | 'pathsInPatch'>;

/** Returns the line ending that the editor writes into a file without a line break, by its URI. */
export type NewEolOf = (uri: string) => '\n' | '\r\n';

/** A file before the operations; the fields besides `at` are undefined if it does not exist. */
interface CurrentFile {
  readonly at: Location;
  readonly content: FaithfulText | undefined;
  /** The text with its byte order mark, as dialects require. */
  readonly text: string | undefined;
}

/** Files by their paths in the agent's input. */
type CurrentFiles = ReadonlyMap<string, CurrentFile>;

/** The changes of an agent's operations, and their title for the user. */
export interface OwnPlan {
  readonly title: Phrase;
  readonly changes: readonly Change[];
}

/**
 * Plans exactly what the agent's own tool will write. Undefined if the dialect cannot predict that, or if the files are
 * not plain text; `chooseTool` then chooses a tool of Redline. Throws as the workspace does.
 */
export async function planByOwnTool(
  operations: readonly FileOperation[],
  cwd: string | undefined,
  dialect: PredictingDialect,
  context: ToolContext,
  newEolOf: NewEolOf,
): Promise<OwnPlan | undefined> {
  const currentFiles = await readCurrentFiles(operations, cwd, dialect, context);
  if (currentFiles === undefined) return undefined;
  const results = predictResults(operations, dialect, currentFiles);
  if (results === undefined) return undefined;
  const changes: Change[] = [];
  for (const result of results) {
    const changesOfFile = await planChange(result, currentFiles, dialect, { ...context, newEolOf });
    if (changesOfFile === 'unknown') return undefined;
    changes.push(...changesOfFile);
  }
  // Several files may need the same new folder.
  const folderChanges = new Map(changes.flatMap((change) => (isFileChange(change) ? [] : [[change.at.uri, change]])));
  const fileChanges = changes.filter(isFileChange);
  const title = createTitle(operations, fileChanges);
  return title === undefined ? undefined : { title, changes: [...folderChanges.values(), ...fileChanges] };
}

/** Reads the files that operations name; undefined if one is not plain text, or is named by two paths. */
async function readCurrentFiles(
  operations: readonly FileOperation[],
  cwd: string | undefined,
  dialect: PredictingDialect,
  { workspace }: ToolContext,
): Promise<CurrentFiles | undefined> {
  const files = new Map<string, CurrentFile>();
  for (const { path, baseFolder } of collectInputPaths(operations, cwd, (text) => dialect.pathsInPatch(text))) {
    if (files.has(path)) continue;
    const at = await workspace.locate(toAbsolutePath(path, baseFolder), 'link');
    // Results are predicted by path, so that two paths of one file would not see each other's edits.
    if ([...files.values()].some((file) => file.at.real === at.real)) return undefined;
    const stat = await workspace.stat(at);
    if (stat === undefined) {
      files.set(path, { at, content: undefined, text: undefined });
      continue;
    }
    const content = stat.type === 'file' ? (await workspace.read(at)).content : undefined;
    if (content === undefined || !isPlainText(content, dialect)) return undefined;
    files.set(path, { at, content, text: bomOf(content) + content.text });
  }
  return files;
}

/** Whether the agent reads the same text from a file as the editor does; agents that read the disk assume UTF-8. */
export function isPlainText(
  content: FileContent,
  { editsDocuments }: Pick<PredictingDialect, 'editsDocuments'>,
): content is FaithfulText {
  if (content.kind !== 'text' || content.lossy === true) return false;
  return editsDocuments || content.encoding.startsWith('utf8');
}

/** The byte order mark that agents see as the first character of a text. */
export function bomOf({ encoding }: Pick<FaithfulText, 'encoding'>): string {
  return encoding === 'utf8bom' ? '\ufeff' : '';
}

/** The texts of the files before and after all operations, made in order; undefined if one cannot be predicted. */
function predictResults(
  operations: readonly FileOperation[],
  dialect: PredictingDialect,
  files: CurrentFiles,
): readonly ApprovedFile[] | undefined {
  const results = new Map<string, ApprovedFile>();
  for (const operation of operations) {
    if (operation.kind === 'patch') {
      // A patch is predicted as a whole, and so cannot continue the results of other operations.
      if (operations.length > 1) return undefined;
      const result = dialect.predictPatch(operation.text, (path) => files.get(path)?.text);
      return 'files' in result ? result.files : undefined;
    }
    if (!('path' in operation)) return undefined;
    const { path } = operation;
    const before = files.get(path)?.text;
    const after = dialect.predictEdit(operation, results.get(path)?.after ?? before);
    if (after === undefined) return undefined;
    results.set(path, { path, before, after });
  }
  return [...results.values()];
}

/** The changes of one file and its missing folders; none if it stays as it is, `unknown` if it cannot be predicted. */
async function planChange(
  { path, before, after: predictedText, movedFrom }: ApprovedFile,
  files: CurrentFiles,
  dialect: PredictingDialect,
  context: ToolContext & { readonly newEolOf: NewEolOf },
): Promise<readonly Change[] | 'unknown'> {
  const file = files.get(path);
  const source = files.get(movedFrom ?? path);
  if (file === undefined || source === undefined) return 'unknown';
  const { at } = file;
  const { content: contentBefore } = source;
  const isMoved = movedFrom !== undefined;
  if (predictedText === undefined)
    return contentBefore === undefined ? [] : [{ kind: 'delete', at, before: contentBefore }];
  const text = withDocumentEol(predictedText, source.text, at.uri, dialect, context.newEolOf);
  if (!isMoved && before === text) return [];
  const contentAfter = await encodeAsAgent(text, at, contentBefore, dialect, context);
  // The encoding of the file may not have all characters of the text.
  if (!isPlainText(contentAfter, dialect) || bomOf(contentAfter) + contentAfter.text !== text) return 'unknown';
  if (!isMoved && contentBefore !== undefined)
    return [{ kind: 'update', at, before: contentBefore, after: contentAfter }];
  const missingFolders = await findMissingFoldersAbove(context, at);
  const folderChanges = missingFolders.map((folder): Change => ({ kind: 'createDirectory', at: folder }));
  if (contentBefore === undefined) return [...folderChanges, { kind: 'create', at, after: contentAfter }];
  return [...folderChanges, { kind: 'move', from: source.at, at, before: contentBefore, after: contentAfter }];
}

/**
 * Converts a predicted text to the editor's default line ending, if the agent edits a document of the editor that had no
 * line break before.
 */
export function withDocumentEol(
  text: string,
  before: string | undefined,
  uri: string,
  { editsDocuments }: Pick<PredictingDialect, 'editsDocuments'>,
  newEolOf: NewEolOf,
): string {
  const hasEol = /[\r\n]/.test(before ?? '');
  return editsDocuments && !hasEol && newEolOf(uri) === '\r\n' ? withEol(text, '\r\n') : text;
}

/**
 * Encodes a text as the agent's tool does: in UTF-8, or in the editor's documents in the encoding of the file or, for a
 * new file, of the settings.
 */
async function encodeAsAgent(
  text: string,
  at: Location,
  before: FaithfulText | undefined,
  { editsDocuments }: PredictingDialect,
  { workspace }: ToolContext,
): Promise<FileContent> {
  const hasBom = text.startsWith('\ufeff');
  if (before !== undefined && (bomOf(before) !== '') === hasBom)
    return workspace.rewrite(before, hasBom ? text.slice(1) : text);
  return before === undefined && editsDocuments
    ? workspace.encodeNew(at, text)
    : workspace.decode(at, encodeUtf8(text));
}

/** Title of the review of an agent's edit; undefined if it changes nothing. */
function createTitle(operations: readonly FileOperation[], changes: readonly Change[]): Phrase | undefined {
  const [onlyChange, ...otherChanges] = changes;
  const kind = operations[0]?.kind;
  if (onlyChange === undefined) return undefined;
  if (otherChanges.length > 0) return kind === 'patch' ? titleOfPatches(changes.length) : titleOfEdits(changes.length);
  if (kind === 'patch') return phrase('Patch {0}', onlyChange.at.path);
  return kind === 'write' && onlyChange.kind === 'update'
    ? phrase('Overwrite {0}', onlyChange.at.path)
    : describeChange(onlyChange);
}
