// The grammar, as it is accepted (quoted words stand at the left margin; `…?` is optional, `…*` repeats):
//
//   patch      = noise* ( envelope | file* ) noise*        noise: prose, fences, a shell command with its here-document;
//                                                          all of it may be indented, quoted with "> ", or one JSON string
//   envelope   = "*** Begin Patch"? operation* "*** End Patch"?
//   operation  = "*** Add File: " path ( "+" line )*
//              | "*** Delete File: " path
//              | "*** Update File: " path ( "*** Move to: " path )? chunk*
//   chunk      = ( "@@" anchor? )* body ( "*** End of File" )?
//
//   file       = gitHeader? ( "--- " path "+++ " path )? ( hunk* | binary )
//   gitHeader  = "diff --git " path path ( mode | new | deleted | rename | copy | similarity | index )*
//   path       = prefix? name ( TAB timestamp )?           names may be C strings; the prefix is found by prefix.ts
//   hunk       = "@@" ( " -" n ( "," n )? " +" n ( "," n )? " @@" )? heading? body
//   body       = ( " " line | "+" line | "-" line | "\ No newline at end of file" | unmarked line )*
//   binary     = "GIT binary patch" ( "literal " | "delta " ) size base85* ( reverse part )?
//
// Operations, files, chunks and hunks may follow one another in one text. Counts of a hunk header are believed where the
// body bears them out (hunkBody.ts). An unmarked line is a context line that lost its space. What looks cut off is marked
// as unfinished, or refused (cutOff.ts). Combined diffs (`@@@`), context diffs and ed scripts are refused.
import { ToolError } from '../../wording/errors.ts';
import { runSync, shouldYield, type Yielding } from '../../async/yielding.ts';
import { refuseTruncatedHeader, markTruncated } from './truncated.ts';
import { isNumberedHeader } from './hunkHeader.ts';
import { readLandmarks } from './hunkBody.ts';
import { readOperation } from './operation.ts';
import { isFilePair, isUnknownEnvelopeCommand, readEnvelopeCommand, fenceOf } from './headerLines.ts';
import type { PatchLines } from './patchLines.ts';
import { readPatchText } from './patchText.ts';
import type { FilePatch, ParsedPatch } from './types.ts';
import { readFilePatch, type ParserContext, type FilePatchRead } from './unifiedFile.ts';

/** The parser's state between two parts of a patch. */
interface Scan {
  readonly lines: PatchLines;
  /** Where the patch begins. */
  readonly first: number;
  readonly around: Omit<ParserContext, 'fence'>;
  readonly files: FilePatch[];
  form: ParsedPatch['form'];
  /** The code fence that is open. */
  fence: string | undefined;
  begun: boolean;
  ended: boolean;
}

/**
 * Reads a patch in any of the forms above, in turns.
 *
 * @throws ToolError PATCH_INVALID where the text is no patch, is cut off, or is of a form that cannot be applied.
 */
export function* parsePatchYielding(text: string): Yielding<ParsedPatch> {
  const { lines, crlf, first, closed, lastLineEnded } = readPatchText(text);
  const sinceYield = { lines: 0 };
  if (shouldYield(sinceYield, lines.length)) yield;
  const scan: Scan = {
    lines,
    first,
    around: { landmarks: readLandmarks(lines, crlf), sinceYield },
    files: [],
    form: 'unified',
    fence: undefined,
    begun: false,
    ended: closed,
  };
  for (let at = first; at < lines.length;) at = yield* readPart(scan, at);
  if (!scan.ended) refuseTruncatedHeader(lines, lastLineEnded);
  if (scan.files.length === 0) throw nothingFound(scan);
  const files = scan.ended ? scan.files : markTruncated(scan.files, { begun: scan.begun, lastLineEnded });
  return { form: scan.form, files };
}

/** The same without a pause. */
export function parsePatch(text: string): ParsedPatch {
  return runSync(parsePatchYielding(text));
}

/** Reads one part, or passes over one line of noise; returns where to go on. */
function* readPart(scan: Scan, at: number): Yielding<number> {
  const { lines } = scan;
  const text = lines.at(at) ?? '';
  refuseOtherFormats(lines, at);
  const mark = readEnvelopeCommand(text);
  if (mark !== undefined && (!/^\s/.test(text) || isCommandDespiteSpace(mark.verb, scan, at))) {
    if (mark.verb === 'begin') scan.begun = true;
    if (mark.verb === 'end') scan.ended = true;
    else if (mark.verb !== 'begin' || scan.files.length > 0) scan.ended = false;
    if (mark.verb === 'begin' || mark.verb === 'end') return at + 1;
    scan.form = 'envelope';
    return addFile(scan, yield* readOperation(lines, at, mark, { fence: scan.fence, ...scan.around }));
  }
  const file = yield* readFilePatch(lines, at, { fence: scan.fence, ...scan.around });
  if (file !== undefined) {
    scan.ended = false;
    if (text.startsWith('diff --git ')) scan.form = 'git';
    return addFile(scan, file);
  }
  if (isNumberedHeader(text)) throw hunkWithoutFile(at + 1);
  const fence = fenceOf(text);
  if (fence !== undefined) {
    scan.ended ||= scan.fence !== undefined && scan.files.length > 0;
    scan.fence = scan.fence === undefined ? fence : undefined;
  }
  return at + 1;
}

function addFile(scan: Scan, { file, next }: FilePatchRead): number {
  scan.files.push(file);
  return next;
}

/** White space before a mark is accepted outside of hunks; inside one, the line belongs to the file. */
function isCommandDespiteSpace(verb: string, scan: Scan, at: number): boolean {
  return verb !== 'endOfFile' && verb !== 'move' && (scan.begun || verb === 'begin' || at === scan.first);
}

function refuseOtherFormats(lines: PatchLines, at: number): void {
  const text = lines.at(at) ?? '';
  const number = at + 1;
  if (isUnknownEnvelopeCommand(text)) {
    throw new ToolError(
      'PATCH_INVALID',
      `Line ${number} of the patch is not a known command. Use *** Add File:, *** Update File:, *** Delete File: or *** Move to:.`,
    );
  }
  const combined = text.startsWith('@@@ -') || text.startsWith('diff --cc ') || text.startsWith('diff --combined ');
  const context = text.startsWith('***************') || (/^\*\*\* [^ ]/.test(text) && isContextDiff(lines, at));
  if (!combined && !context) return;
  throw new ToolError(
    'PATCH_INVALID',
    `Line ${number} of the patch begins a ${combined ? 'combined diff of a merge' : 'context diff'}, which cannot be applied. Send a unified diff (git diff, diff -u).`,
  );
}

function isContextDiff(lines: PatchLines, at: number): boolean {
  return (
    readEnvelopeCommand(lines.at(at) ?? '') === undefined &&
    lines.startsWith(at + 1, '--- ') &&
    !isFilePair(lines, at + 1)
  );
}

/** Refuses a hunk without a file: skipping it would lose a change silently. */
function hunkWithoutFile(line: number): ToolError {
  return new ToolError(
    'PATCH_INVALID',
    `The hunk at line ${line} of the patch does not belong to a file. Put --- a/path and +++ b/path above it.`,
  );
}

function nothingFound(scan: Scan): ToolError {
  const hunk = scan.lines.findIndex((line) => line.startsWith('@@'));
  if (hunk >= 0) return hunkWithoutFile(hunk + 1);
  return new ToolError(
    'PATCH_INVALID',
    'There is no patch in the text. Send a unified diff (--- a/file, +++ b/file, @@ … @@), a git diff, or *** Begin Patch … *** End Patch.',
  );
}
