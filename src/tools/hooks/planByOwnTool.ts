// Plans an edit by the results that a dialect predicts.
import type { Change, FaithfulText, FileContent, Location } from '../../core/change/change.ts';
import { isOfFile } from '../../core/change/recount.ts';
import { describeChange } from '../../core/change/summary.ts';
import type { ApprovedFile, Dialect, FileOperation } from '../../core/dialects/dialect.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { missingFolders } from '../change/createDirectory.ts';
import type { ToolContext } from '../shared/tool.ts';
import { absolutePath, givenPaths } from './toolForOperations.ts';

/** The part of a dialect that predicts the results of its agent's tools. */
export type OwnTool = Pick<Dialect, 'editsDocuments' | 'predictEdit' | 'predictPatch' | 'pathsInPatch'>;

interface FileNow {
  readonly at: Location;
  readonly content: FaithfulText | undefined;
  /** The text with its byte order mark, as dialects require. */
  readonly text: string | undefined;
}

/** Files by their paths in the agent's input. */
type FilesNow = ReadonlyMap<string, FileNow>;

/** The changes of an agent's operations, and their title for the user. */
export interface OwnPlan {
  readonly title: Phrase;
  readonly changes: readonly Change[];
}

/**
 * Plans exactly what the agent's own tool will write. Undefined if its dialect cannot predict that, or if the files are
 * not plain text. Throws as the workspace does.
 */
export async function planByOwnTool(
  operations: readonly FileOperation[],
  cwd: string | undefined,
  tool: OwnTool,
  context: ToolContext,
): Promise<OwnPlan | undefined> {
  const files = await readFiles(operations, cwd, tool, context);
  const results = files === undefined ? undefined : resultsOf(operations, tool, files);
  if (files === undefined || results === undefined) return undefined;
  const changes: Change[] = [];
  for (const result of results) {
    const change = await changeOf(result, files, tool, context);
    if (change === 'unknown') return undefined;
    changes.push(...change);
  }
  const folders = new Map(changes.flatMap((each) => (isOfFile(each) ? [] : [[each.at.uri, each]])));
  const ofFiles = changes.filter(isOfFile);
  const title = titleOf(operations, ofFiles);
  return title === undefined ? undefined : { title, changes: [...folders.values(), ...ofFiles] };
}

async function readFiles(
  operations: readonly FileOperation[],
  cwd: string | undefined,
  tool: OwnTool,
  { workspace }: ToolContext,
): Promise<FilesNow | undefined> {
  const files = new Map<string, FileNow>();
  for (const { path, folder } of givenPaths(operations, cwd, (text) => tool.pathsInPatch(text))) {
    if (files.has(path)) continue;
    const at = await workspace.locate(absolutePath(path, folder), 'link');
    // Two paths of one file are planned by Redline's own tools.
    if ([...files.values()].some((other) => other.at.real === at.real)) return undefined;
    const stat = await workspace.stat(at);
    if (stat === undefined) {
      files.set(path, { at, content: undefined, text: undefined });
      continue;
    }
    const content = stat.type === 'file' ? (await workspace.read(at)).content : undefined;
    if (content === undefined || !isPlain(content, tool)) return undefined;
    files.set(path, { at, content, text: markOf(content) + content.text });
  }
  return files;
}

/** Whether the agent reads the same text from a file as the editor does. */
export function isPlain(
  content: FileContent,
  { editsDocuments }: Pick<OwnTool, 'editsDocuments'>,
): content is FaithfulText {
  if (content.kind !== 'text' || content.lossy === true) return false;
  return editsDocuments || content.encoding.startsWith('utf8');
}

/** The byte order mark that agents see as the first character of a text. */
export function markOf({ encoding }: Pick<FaithfulText, 'encoding'>): string {
  return encoding === 'utf8bom' ? '\ufeff' : '';
}

/** Contents of the files after all operations in order; undefined if one of them cannot be predicted. */
function resultsOf(
  operations: readonly FileOperation[],
  tool: OwnTool,
  files: FilesNow,
): readonly ApprovedFile[] | undefined {
  const results = new Map<string, ApprovedFile>();
  for (const operation of operations) {
    if (operation.kind === 'patch') {
      if (operations.length > 1) return undefined;
      const result = tool.predictPatch(operation.text, (path) => files.get(path)?.text);
      return 'files' in result ? result.files : undefined;
    }
    if (!('path' in operation)) return undefined;
    const { path } = operation;
    const before = files.get(path)?.text;
    const after = tool.predictEdit(operation, results.has(path) ? results.get(path)?.after : before);
    if (after === undefined) return undefined;
    results.set(path, { path, before, after });
  }
  return [...results.values()];
}

async function changeOf(
  { path, before, after, movedFrom }: ApprovedFile,
  files: FilesNow,
  tool: OwnTool,
  context: ToolContext,
): Promise<readonly Change[] | 'unknown'> {
  const file = files.get(path);
  const source = files.get(movedFrom ?? path);
  if (file === undefined || source === undefined) return 'unknown';
  const { at } = file;
  const { content } = source;
  if (after === undefined) return content === undefined ? [] : [{ kind: 'delete', at, before: content }];
  if (movedFrom === undefined && before === after) return [];
  const written = await contentOf(after, at, content, tool, context);
  if (!isPlain(written, tool) || markOf(written) + written.text !== after) return 'unknown';
  if (movedFrom === undefined && content !== undefined)
    return [{ kind: 'update', at, before: content, after: written }];
  const folder = await context.workspace.parent(at);
  const missing = folder === undefined ? [] : await missingFolders(context, folder);
  const folders = missing.map((dir): Change => ({ kind: 'createDirectory', at: dir }));
  if (content === undefined) return [...folders, { kind: 'create', at, after: written }];
  return [...folders, { kind: 'move', from: source.at, at, before: content, after: written }];
}

/** Agents write UTF-8; VS Code keeps a file's encoding, and gives new files the one in its settings. */
async function contentOf(
  text: string,
  at: Location,
  before: FaithfulText | undefined,
  { editsDocuments }: OwnTool,
  { workspace }: ToolContext,
): Promise<FileContent> {
  const hasMark = text.startsWith('\ufeff');
  if (before !== undefined && (markOf(before) !== '') === hasMark)
    return workspace.rewrite(before, hasMark ? text.slice(1) : text);
  return before === undefined && editsDocuments
    ? workspace.encodeNew(at, text)
    : workspace.decode(at, encodeUtf8(text));
}

/** Title of the review of an agent's edit; undefined if it changes nothing. */
function titleOf(operations: readonly FileOperation[], changes: readonly Change[]): Phrase | undefined {
  const [only, ...more] = changes;
  const kind = operations[0]?.kind;
  if (only === undefined) return undefined;
  if (more.length > 0)
    return kind === 'patch' ? phrase('Patch {0} files', changes.length) : phrase('Edit {0} files', changes.length);
  if (kind === 'patch') return phrase('Patch {0}', only.at.path);
  return kind === 'write' && only.kind === 'update' ? phrase('Overwrite {0}', only.at.path) : describeChange(only);
}
