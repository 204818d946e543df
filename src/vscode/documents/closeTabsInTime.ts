// Closes tabs after a call has written files (`apply`, `textGroup.ts`), with a time limit.

import type { Editor } from '../ports/editor.ts';

/** Milliseconds that a call waits for tabs to close. */
const closeTimeoutMs = 3000;

/**
 * Closes the matching tabs, and waits for them at most `closeTimeoutMs`. Never rejects, since a tab that does not close
 * must neither fail nor delay a call.
 *
 * @param onFailure called with errors of the editor
 */
export async function closeTabsInTime(
  editor: Pick<Editor, 'closeTabs'>,
  matches: Parameters<Editor['closeTabs']>[0],
  onFailure: (cause: unknown) => void = () => undefined,
): Promise<void> {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, closeTimeoutMs);
  editor.closeTabs(matches).catch(onFailure).finally(resolve);
  await finished;
  clearTimeout(timer);
}
