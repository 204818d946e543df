// Finds details that a user could overlook in the diff of a change.
import type { Change } from '../change.ts';
import { comparableText } from '../changeComparison.ts';
import { findNewlyOutOfSight, type OutOfSight } from '../../diff/outOfSight.ts';
import { isDeviceName } from '../../path/misleadingNames.ts';
import { findNewRemoteSchemas, type RemoteSchema } from './remoteSchema.ts';
import { findNewSecrets, type SecretFinding } from './secrets.ts';
import { locationsOf } from '../summary.ts';
import { runSync, type Yielding } from '../../async/yielding.ts';
import { findHidden, findNewHidden, type HiddenFinding } from '../../text/hiddenCharacters.ts';

/** Details that a user could overlook in the diff of a change. */
export interface Warnings {
  /** New invisible, reordering or look-alike characters, at most `maxFindings`; lines are those of the new text. */
  readonly hidden: readonly HiddenFinding[];
  /** Hidden characters in the change's paths. */
  readonly inPath: readonly HiddenFinding[];
  /** New URLs of schemas, which the editor would fetch. */
  readonly schemas: readonly RemoteSchema[];
  /** New secrets in plain text, such as access tokens. */
  readonly secrets: readonly SecretFinding[];
  /** New text that a diff shows only after scrolling far to the right or down. */
  readonly outOfSight: readonly OutOfSight[];
  /** Whether the change makes a file executable. */
  readonly makesExecutable: boolean;
  /** Whether a new name is a device name on Windows. */
  readonly hasDeviceName: boolean;
}

/** Maximum number of findings of one kind (of `inPath`, for each path). `schemas` has a lower one, `maxSchemas`. */
export const maxFindings = 100;

/** Cached warnings by change. Changes are immutable, so each is searched once. */
const warningsByChange = new WeakMap<Change, { readonly warnings: Warnings | undefined }>();

/** Finds details of a change that a user could overlook, once for each change; undefined if there are none. */
export function findWarningsSync(change: Change): Warnings | undefined {
  return runSync(findWarnings(change));
}

/** `findWarningsSync` as a time-sliced generator. */
export function* findWarnings(change: Change): Yielding<Warnings | undefined> {
  const cached = warningsByChange.get(change) ?? { warnings: yield* computeWarnings(change) };
  warningsByChange.set(change, cached);
  return cached.warnings;
}

function* computeWarnings(change: Change): Yielding<Warnings | undefined> {
  const before = 'before' in change ? comparableText(change.before) : undefined;
  const after = 'after' in change ? comparableText(change.after) : undefined;
  const edits = change.kind === 'update' ? change.edits : undefined;
  const hidden = after === undefined ? [] : findNewHidden(before, after, edits, maxFindings);
  yield;
  const schemas = after === undefined ? [] : findNewRemoteSchemas(before, after, change.at.path);
  yield;
  const warnings = {
    hidden,
    inPath: locationsOf(change).flatMap(({ path }) => findHidden(path, maxFindings)),
    schemas,
    secrets: after === undefined ? [] : yield* findNewSecrets(before, after, maxFindings),
    outOfSight: after === undefined ? [] : yield* findNewlyOutOfSight(before, after, maxFindings),
    hasDeviceName: change.kind !== 'update' && change.kind !== 'delete' && change.at.path.split('/').some(isDeviceName),
    makesExecutable: 'mode' in change && change.mode?.after === true && change.mode.before !== true,
  };
  // This list must contain every list and flag of `Warnings`: a missing one would be dropped if it were the only
  // warning.
  const lists = [warnings.hidden, warnings.inPath, warnings.schemas, warnings.secrets, warnings.outOfSight];
  const hasFlag = warnings.makesExecutable || warnings.hasDeviceName;
  return hasFlag || lists.some((list) => list.length > 0) ? warnings : undefined;
}
