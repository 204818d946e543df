// Defines the dialect of OpenCode, whose hooks are run by Redline's plugin for it. Inputs and behaviour as of 1.18:
// https://opencode.ai/docs/plugins
import { opencodeFormat } from '../formats/opencodeFormat.ts';
import type { PatchedFile } from '../toolInputs/applyPatch.ts';
import type { Dialect } from '../dialect.ts';
import { createDialect } from '../createDialect.ts';
import { inexactPatchReason, createPredictPatch, createPatchTool } from '../toolInputs/patchTool.ts';
import type { PatchToolBehavior } from '../predict/predictApplyPatch.ts';
import { createPredictEdit } from '../predict/predictTextEdit.ts';
import { createSearchTool } from '../toolInputs/searchTool.ts';
import { createReadTool, createReplaceTool, createShellTool, createWriteTool } from '../toolInputs/toolAdapters.ts';

const patchBehavior: PatchToolBehavior = { keepsCrlf: false, addsFinalNewline: true, isUncertain };

const predictStrictly = createPredictPatch(patchBehavior, inexactPatchReason);

/**
 * Syntax that OpenCode parses differently from Codex: it skips lines without a mark or before the first `@@`, ignores
 * `End of File`, searches anchors without their indentation, trims paths, and keeps carriage returns.
 */
const divergentSyntax =
  /\r|^$|^\*\*\* End of File|^@@.|^[ \t]+\*\*\* |^\*\*\* (?:Add|Delete|Update) File: \s|^\*\*\* (?:Update File|Move to): .*\n(?!@@|\*\*\* Move to: )/m;

/**
 * Whether OpenCode may write something else than the patch says: it drops a blank last line, takes context that looks
 * like the patch's first or last line for that line, and ignores a byte order mark.
 */
function isUncertain(file: PatchedFile, before: string | undefined, after: string | undefined): boolean {
  if (file.kind === 'delete') return false;
  if (before?.startsWith('\ufeff') === true || after?.startsWith('\ufeff\ufeff') === true) return true;
  if (after === '\n' || after?.endsWith('\n\n') === true) return true;
  const lines = file.kind === 'update' ? file.chunks.flatMap((chunk) => chunk.lines) : [];
  return lines.some(({ mark, text }) => mark === ' ' && /^\s*\*\*\* (?:Begin|End) Patch\s*$/.test(text));
}

const formatterReason =
  "OpenCode formats files after its own tools wrote them (formatter in its settings), so Redline cannot show what is written. Call Redline's edit_file, write_file or apply_patch instead.";

const predictText = createPredictEdit({
  adaptsReplacement: 'both',
  hidesBom: true,
  writeKeepsBom: 'always',
  expandsDollar: true,
});

const withoutFormatter = createDialect({
  ...opencodeFormat,
  id: 'opencode',
  tools: new Map([
    ['edit', createReplaceTool({ path: 'filePath', oldText: 'oldString', newText: 'newString', all: 'replaceAll' })],
    ['write', createWriteTool({ path: 'filePath', text: 'content' })],
    ['apply_patch', createPatchTool('patchText', patchBehavior)],
    ['patch', createPatchTool('patchText', patchBehavior)],
    ['read', createReadTool('filePath')],
    ['grep', createSearchTool({ paths: ['path'], globs: ['include'] })],
    ['bash', createShellTool('command')],
  ]),
  predictEdit(operation, before) {
    const text = predictText(operation, before);
    // OpenCode writes at most one byte order mark.
    return text?.startsWith('\ufeff\ufeff') === true ? undefined : text;
  },
  predictPatch: (text, read) =>
    divergentSyntax.test(text.trim()) ? { reason: inexactPatchReason } : predictStrictly(text, read),
});

/** Refuses edits if OpenCode formats files, since it would change them after its tool wrote them. */
export const opencode: Dialect = {
  ...withoutFormatter,
  intentOf(call) {
    const intent = withoutFormatter.intentOf(call);
    return intent.kind === 'changes' && call.formats === true
      ? { kind: 'unpredictable', why: formatterReason }
      : intent;
  },
};
