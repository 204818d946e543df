// Defines `redline_path_info`, the tool that reports the properties of a path.

import * as z from 'zod/mini';
import { textField } from '../shared/fields.ts';
import type { Location } from '../../core/change/change.ts';
import { phrase, pluralize } from '../../core/wording/phrase.ts';
import { ToolError } from '../../core/wording/errors.ts';
import { sizeText } from '../../core/wording/sizeText.ts';
import { splitLines } from '../../core/text/text.ts';
import { detectEol, nameEol } from './lineEnding.ts';
import { findSimilarPaths } from '../shared/notFoundError.ts';
import { pathInfoResult, formatInfo, type PathInfo } from './pathInfoResult.ts';
import type { FolderStatistics } from '../ports/queryPorts.ts';
import { queryTool } from '../shared/defineTool.ts';
import type { ToolContext } from '../shared/tool.ts';

/** The default values of all fields, which describe a path that does not exist. */
const missingPathInfo: Omit<PathInfo, 'path' | 'absolutePath'> = {
  exists: false,
  type: null,
  size: null,
  sizeText: null,
  modified: null,
  permissions: null,
  symlinkTarget: null,
  symlinkTargetType: null,
  lines: null,
  encoding: null,
  eol: null,
  sha256: null,
  unsaved: false,
  directory: null,
  near: [],
  notes: [],
};

/** Maximum number of extensions in an answer; the others are summed up. */
const maxExtensions = 20;

export const pathInfo = queryTool({
  name: 'redline_path_info',
  displayName: 'Path Info',
  referenceName: 'redlinePathInfo',
  description:
    'Tells whether a path exists and what it is: type, size, modification time, permissions, link target; lines, encoding and SHA-256 of a file, file counts of a folder.',
  userDescription: 'Show the type, size and other facts of a path',
  icon: 'info',
  aliases: { filePath: 'path', dirPath: 'path' },
  input: z.object({
    path: z._default(
      textField(
        'The file or directory (default ".", the workspace folder). A missing path is an answer, not an error.',
      ),
      '.',
    ),
  }),
  result: pathInfoResult,
  progress: ({ path }) => phrase('Looking at {0}', path),
  async run({ path }, context) {
    const info = await collectInfo(context, path);
    return { result: info, text: formatInfo(info) };
  },
});

async function collectInfo(context: ToolContext, path: string): Promise<PathInfo> {
  const facts = await context.queries.facts(path, 'ask');
  const base = { ...missingPathInfo, path: facts.at.path, absolutePath: facts.absolutePath ?? null };
  if (facts.kind === undefined)
    return { ...base, near: await findSimilarPaths(context, facts.at.path).catch(() => []) };
  const isFile = (facts.linkKind ?? facts.kind) === 'file';
  const info: PathInfo = {
    ...base,
    exists: true,
    type: facts.kind,
    size: isFile ? facts.size : null,
    sizeText: isFile ? sizeText(facts.size) : null,
    modified: facts.modified === undefined ? null : new Date(facts.modified).toISOString(),
    permissions: facts.permissions ?? null,
    symlinkTarget: facts.linkTarget ?? null,
    symlinkTargetType: facts.linkKind ?? null,
  };
  // The denied path is the target of a link: `facts` rejects other denied paths.
  if (facts.access === 'deny') return { ...info, notes: ['Redline may not look at its target.'] };
  if (facts.access === 'ask')
    return { ...info, notes: ["Its contents were not read, because reading them needs the user's approval."] };
  if (isFile) return { ...info, ...(await collectFileInfo(context, await context.workspace.locate(path))) };
  // The target of a link is not walked.
  if (facts.kind === 'directory') return { ...info, ...(await collectFolderInfo(context, facts.at)) };
  return info;
}

/** Limits for the smallest page of a large file, whose lines are not used, only the properties of the whole file. */
const smallestPage = { startLine: 1, maxLines: 1, maxBytes: 1, maxLineChars: 1 };

/** Properties of a file's content. `notes` say what could not be computed; a content that cannot be read is no error. */
async function collectFileInfo(context: ToolContext, at: Location): Promise<Partial<PathInfo>> {
  try {
    const page = await context.queries.readPage(at, smallestPage);
    // Undefined for a file that is small enough to be read whole.
    if (page !== undefined) {
      const { totalLines, encoding, sha256, eols } = page;
      const notes = sha256 === undefined ? ['Lines and SHA-256 were not computed, because the file is large.'] : [];
      return { lines: totalLines ?? null, encoding, eol: nameEol(eols), sha256: sha256 ?? null, notes };
    }
    const { content, unsaved, encodingErrors } = await context.workspace.read(at);
    if (content.kind === 'binary') return { encoding: 'binary', sha256: content.sha256 };
    const errorNote =
      encodingErrors > 0 ? [`Not valid ${content.encoding}: ${pluralize(encodingErrors, 'byte')}.`] : [];
    const unsavedNote = unsaved ? ['Lines and SHA-256 are those of the unsaved text in the editor.'] : [];
    const { encoding, sha256, text } = content;
    return {
      lines: splitLines(text).length,
      encoding,
      eol: detectEol(text),
      sha256,
      unsaved,
      notes: [...unsavedNote, ...errorNote],
    };
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    if (cause.code === 'BINARY_FILE')
      return { encoding: 'binary', notes: ['SHA-256 was not computed, because the file is large.'] };
    return { notes: [`Its contents could not be read: ${cause.message}`] };
  }
}

/** Counts of what is in a folder; only a note if it cannot be listed. */
async function collectFolderInfo(context: ToolContext, at: Location): Promise<Partial<PathInfo>> {
  const statistics = await context.queries.statistics(at);
  const { files, folders, links, bytes, byExtension, unreadable } = statistics;
  if (unreadable > 0 && files + folders + links === 0) {
    return {
      notes: ['Its entries cannot be listed, because the file system does not allow it. Ask the user for permission.'],
    };
  }
  const notes = [
    ...(statistics.hasGitFolder ? ['.git is not counted.'] : []),
    ...(unreadable > 0 ? [`${pluralize(unreadable, 'folder')} in it cannot be listed and are not counted.`] : []),
  ];
  return {
    notes,
    size: bytes,
    sizeText: sizeText(bytes),
    directory: {
      files,
      folders,
      links,
      bytes,
      byExtension: summarizeExtensions(byExtension),
      complete: !statistics.isLowerBound,
    },
  };
}

/** The `maxExtensions` extensions with most files, sorted by their number; the others are summed up under `other`. */
function summarizeExtensions(byExtension: FolderStatistics['byExtension']) {
  const sorted = Array.from(byExtension, ([extension, counts]) => ({ extension, ...counts }));
  sorted.sort((a, b) => b.files - a.files || (a.extension < b.extension ? -1 : 1));
  const rest = sorted.slice(maxExtensions);
  if (rest.length === 0) return sorted;
  const other = { extension: 'other', files: 0, bytes: 0 };
  for (const { files, bytes } of rest) {
    other.files += files;
    other.bytes += bytes;
  }
  return [...sorted.slice(0, maxExtensions), other];
}
