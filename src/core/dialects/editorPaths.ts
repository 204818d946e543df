// Refuses edits of files that VS Code's edit tools treat otherwise than the text that is on disk.
import { pathsOfFile, parseApplyPatch } from './applyPatch.ts';
import type { FileOperation } from './dialect.ts';
import type { Tool } from './tools.ts';

export const notebookAdvice =
  "VS Code edits a notebook in another form than the file's. Call Redline's edit_file with the cell or its edit_notebook; for a new notebook, its write_file.";
const notAbsolute =
  'VS Code takes only absolute paths. Redline cannot show where this one leads. Send the absolute path.';

/** `/x`, a Windows drive or share, or a URI with `//`: what else has a colon, VS Code takes for a URI of some other place. */
const absolute = /^(?:[\\/]|[a-z]:[\\/]|[a-z][\w+.-]+:\/\/)/i;

/** The same tool, which cannot be predicted for a notebook, nor for a path that may lead elsewhere than it seems to. */
export function ofPlainFile(tool: Tool): Tool {
  return {
    ...tool,
    intentOf(input) {
      const intent = tool.intentOf(input);
      const paths = intent?.kind === 'changes' ? intent.operations.flatMap(pathsOf) : [];
      const why = paths.map(whyNot).find((each) => each !== undefined);
      return why === undefined ? intent : { kind: 'unpredictable', path: undefined, why };
    },
  };
}

function whyNot(path: string): string | undefined {
  if (!absolute.test(path)) return notAbsolute;
  return /\.ipynb\s*$/i.test(path) ? notebookAdvice : undefined;
}

function pathsOf(operation: FileOperation): readonly string[] {
  if (operation.kind === 'patch') return (parseApplyPatch(operation.text) ?? []).flatMap(pathsOfFile);
  return 'path' in operation ? [operation.path] : [operation.from, operation.to];
}
