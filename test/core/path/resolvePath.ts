import { locatePath, outsideError, type InsidePath } from '../../../src/core/path/locatePath.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';

/** The path inside the workspace that `asked` names. Throws OUTSIDE_WORKSPACE for any other. */
export function resolvePath(asked: string, context: PathContext): InsidePath {
  const located = locatePath(asked, context);
  if (located.kind === 'inside') return located;
  throw outsideError(asked);
}
