// Parses patches of Codex (`*** Begin Patch`) as strictly as its own tool does:
//
//   patch  = "*** Begin Patch" file* "*** End Patch"           white space around a marker is accepted
//   file   = "*** Add File: " path ( "+" line )*
//          | "*** Delete File: " path
//          | "*** Update File: " path ( "*** Move to: " path )? chunk+
//   chunk  = ( "@@" ( " " anchor )? )? ( " " line | "-" line | "+" line | "" )+ "*** End of File"?
//
// `core/patch` reads the same format more leniently. Here, only the agent's own interpretation counts.

/** The operation of a patch on one file. */
export type PatchedFile =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo: string | undefined;
      readonly chunks: readonly Chunk[];
    };

/** A group of changed lines with their context, to be searched below a line that equals `anchor`, if it has one. */
export interface Chunk {
  readonly anchor: string | undefined;
  readonly lines: readonly ChunkLine[];
  /** Whether the chunk must match at the end of the file (`*** End of File`). */
  readonly isAtEnd: boolean;
}

export interface ChunkLine {
  readonly mark: ' ' | '-' | '+';
  /** Without mark and line ending. */
  readonly text: string;
}

/** A cursor over the lines of a patch. Every reading function moves `next` past the lines that it reads. */
interface LineScan {
  readonly lines: readonly string[];
  /** Index of the next line. */
  next: number;
}

function peek(scan: LineScan): string | undefined {
  return scan.lines[scan.next];
}

/** Parses a patch; undefined if it is invalid, or another parser might read it differently. */
export function parseApplyPatch(text: string): PatchedFile[] | undefined {
  // Fast path for long texts that are no patch.
  if (!text.includes('*** Begin Patch')) return undefined;
  const lines = trimAsRust(text)?.split(/\r?\n/) ?? [];
  // Codex accepts a patch as a here-document.
  if (/^<<(['"]?)EOF\1$/.test(lines[0] ?? '') && lines.at(-1)?.endsWith('EOF') === true) {
    lines.shift();
    lines.pop();
  }
  const lastLine = lines.pop();
  if (lines.length === 0 || trimAsRust(lines[0]) !== '*** Begin Patch' || trimAsRust(lastLine) !== '*** End Patch')
    return undefined;
  const scan: LineScan = { lines, next: 1 };
  const files: PatchedFile[] = [];
  while (scan.next < lines.length) {
    const file = readPatchedFile(scan);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return files;
}

/** The path of a file in a patch and, if it is moved, its new path. */
export function pathsOfFile(file: PatchedFile): string[] {
  return file.kind === 'update' && file.moveTo !== undefined ? [file.path, file.moveTo] : [file.path];
}

/**
 * Trims a text as Codex does, which is written in Rust; undefined if a tool in JavaScript would trim it differently.
 * Only JavaScript takes U+FEFF for white space, only Rust U+0085.
 */
function trimAsRust(text = ''): string | undefined {
  const trimmed = text.trim();
  const start = text.length - text.trimStart().length;
  const removed = text.slice(0, start) + text.slice(start + trimmed.length);
  return removed.includes('\ufeff') || /^\x85|\x85$/.test(trimmed) ? undefined : trimmed;
}

/** Reads what the patch does with its next file; undefined if that is invalid or ambiguous. */
function readPatchedFile(scan: LineScan): PatchedFile | undefined {
  const header = trimAsRust(peek(scan)) ?? '';
  const [, verb, path = ''] = /^\*\*\* (Add|Delete|Update) File: (.+)$/.exec(header) ?? [];
  scan.next++;
  if (verb === 'Delete') return { kind: 'delete', path };
  if (verb === 'Add') {
    const first = scan.next;
    while (peek(scan)?.startsWith('+') === true) scan.next++;
    return { kind: 'add', path, lines: scan.lines.slice(first, scan.next).map((line) => line.slice(1)) };
  }
  if (verb !== 'Update') return undefined;
  const moveTo = /^\*\*\* Move to: (.+)$/.exec(peek(scan) ?? '')?.[1];
  // Ambiguous: versions of the tool differ in whether trailing blanks are part of the name.
  if (moveTo !== undefined && moveTo !== trimAsRust(moveTo)) return undefined;
  if (moveTo !== undefined) scan.next++;
  const chunks = readChunks(scan);
  return chunks === undefined || chunks.length === 0 ? undefined : { kind: 'update', path, moveTo, chunks };
}

function readChunks(scan: LineScan): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let line = peek(scan); line?.startsWith('*') === false; line = peek(scan)) {
    // Versions of the tool treat a blank line before a chunk differently.
    if (line.trim() === '') return undefined;
    const isHeader = line === '@@' || line.startsWith('@@ ');
    if (!isHeader && chunks.length > 0) return undefined;
    const header = isHeader ? trimAsRust(line) : '';
    // Codex drops white space at the end of an anchor, others might not. After `@@`, white space alone is no anchor.
    if (header === undefined || (isHeader && header !== line && header !== '@@')) return undefined;
    if (isHeader) scan.next++;
    const anchor = header.slice('@@ '.length);
    const chunk = readChunk(scan, anchor === '' ? undefined : anchor);
    if (chunk === undefined) return undefined;
    chunks.push(chunk);
  }
  return chunks;
}

/** Reads the lines of a chunk, up to the first that has no mark; undefined if there are none. */
function readChunk(scan: LineScan, anchor: string | undefined): Chunk | undefined {
  const lines: ChunkLine[] = [];
  for (let line = peek(scan); line !== undefined; line = peek(scan)) {
    const mark = line === '' ? ' ' : line[0];
    if (line === '*** End of File' || (mark !== ' ' && mark !== '-' && mark !== '+')) break;
    lines.push({ mark, text: line.slice(1) });
    scan.next++;
  }
  if (lines.length === 0) return undefined;
  const isAtEnd = peek(scan) === '*** End of File';
  if (isAtEnd) scan.next++;
  return { anchor, lines, isAtEnd };
}
