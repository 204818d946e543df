import type { Change, Content } from './change.ts';
import { newlyOutOfSight, type OutOfSight } from '../diff/outOfSight.ts';
import { isDeviceName } from '../path/segment.ts';
import { newRemoteSchemas } from './remoteSchema.ts';
import { locationsOf } from './summary.ts';
import { atOnce, type Yielding } from '../async/yielding.ts';
import { findHidden, findNewHidden, type HiddenFinding } from '../text/unicode.ts';

/** What a person could overlook in the diff of a change. */
export interface Warnings {
  /** Characters that hide, reorder or imitate and that the change brings in, the first of them; `line` is of the new text. */
  readonly hidden: readonly HiddenFinding[];
  /** The same in the paths. */
  readonly inPath: readonly HiddenFinding[];
  /** Addresses of schemas that the editor would fetch, new in this change. */
  readonly schemas: readonly string[];
  /** New text that no diff shows without scrolling far to the right or down. */
  readonly outOfSight: readonly OutOfSight[];
  /** Whether a file becomes executable that is none yet. */
  readonly executable: boolean;
  /** Whether a name comes that Windows takes for a device. */
  readonly device: boolean;
}

/** So many hidden characters are counted at most. */
export const maxHidden = 100;

/** Found before; a change is data that never becomes another. */
const known = new WeakMap<Change, { readonly warnings: Warnings | undefined }>();

/** What a person could overlook in a change; undefined where there is nothing of the kind. */
export function warningsOf(change: Change): Warnings | undefined {
  return atOnce(warningsInTurns(change));
}

/** The same in turns; afterwards it is answered at once. */
export function* warningsInTurns(change: Change): Yielding<Warnings | undefined> {
  const found = known.get(change) ?? { warnings: yield* findWarnings(change) };
  known.set(change, found);
  return found.warnings;
}

function* findWarnings(change: Change): Yielding<Warnings | undefined> {
  const before = 'before' in change ? textOf(change.before) : undefined;
  const after = 'after' in change ? textOf(change.after) : undefined;
  const edits = change.kind === 'update' ? change.edits : undefined;
  const hidden = after === undefined ? [] : findNewHidden(before, after, edits, maxHidden);
  yield;
  const schemas = after === undefined ? [] : newRemoteSchemas(before, after);
  yield;
  const found = {
    hidden,
    inPath: locationsOf(change).flatMap(({ path }) => findHidden(path, maxHidden)),
    schemas,
    outOfSight: after === undefined ? [] : yield* newlyOutOfSight(before, after, maxHidden),
    device: change.kind !== 'update' && change.kind !== 'delete' && change.at.path.split('/').some(isDeviceName),
    executable: 'mode' in change && change.mode?.after === true && change.mode.before !== true,
  };
  const count = found.hidden.length + found.inPath.length + found.schemas.length + found.outOfSight.length;
  return count > 0 || found.executable || found.device ? found : undefined;
}

function textOf(content: Content): string | undefined {
  if (content.kind === 'large') return content.tail?.kind === 'text' ? content.tail.text : undefined;
  return content.kind === 'text' ? content.text : undefined;
}
