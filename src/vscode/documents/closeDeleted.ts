import type { Change } from '../../core/change/change.ts';
import type { Editor } from '../ports/editor.ts';

/**
 * Closes the tabs of deleted files; those with unsaved typing are left alone. Tabs of moved files follow by themselves:
 * the editor makes the move.
 */
export async function closeDeleted(changes: readonly Change[], editor: Editor): Promise<void> {
  const gone = new Set<string>();
  for (const { kind, at } of changes) {
    if (kind === 'delete') gone.add(at.uri);
    else gone.delete(at.uri);
  }
  if (gone.size > 0) await editor.closeTabs((uri) => gone.has(uri));
}
