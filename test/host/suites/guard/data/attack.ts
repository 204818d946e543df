/**
 * A path that means mischief, and how it must end. `<root>` stands for the workspace folder, `<around>` for the one
 * around it; the links are those of the farm.
 */
export interface Attack {
  readonly path: string;
  /**
   * `refused`: by every field, with a code and no review. `guarded`: refused or asked, before it is read or in Redline's own
   * review. `link`: refused where links are followed; where the link itself is meant, guarded.
   */
  readonly ends: 'refused' | 'guarded' | 'link';
}

export const all = (ends: Attack['ends'], paths: readonly string[]): Attack[] => paths.map((path) => ({ path, ends }));
