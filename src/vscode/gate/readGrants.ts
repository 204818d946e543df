// Defines read requests (reads for which the rules ask) and stores read grants (the user's permissions for them). Decides
// which paths a question, a review or a grant covers.
import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { locationsOf } from '../../core/change/summary.ts';
import type { ReadGrant } from '../../core/rules/approval.ts';
import { isApprovalFor } from '../../core/rules/forAgent.ts';
import { escapeGlob } from '../../core/rules/parse/ruleGlob.ts';
import type { Approvals } from './approvals.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';

/** The permission of a grant: learning that a path exists (`look`), or reading it. */
export type GrantDepth = 'look' | 'read';

/** A path to read, for its content or only to learn that it exists. */
export interface ReadRequest {
  readonly resolved: ResolvedPath;
  readonly depth: GrantDepth;
}

/** Read grants, for one call or for the session. */
export interface ReadGrants {
  readonly all: () => readonly ReadGrant[];
  readonly add: (grant: ReadGrant) => void;
}

/** Creates the grants that last for one call; there are none at first. */
export function createCallGrants(): ReadGrants {
  const grants: ReadGrant[] = [];
  return { all: () => grants, add: (grant) => void grants.push(grant) };
}

/**
 * An agent's grants of the session, stored among the remembered approvals, where the user can see and revoke them. A
 * new grant applies at once, since approvals of the session are only in memory.
 */
export function createSessionGrants(approvals: Approvals, agent: string): ReadGrants {
  return {
    all: () =>
      approvals.session.flatMap((each) =>
        each.readGrant !== undefined && isApprovalFor(agent, each) ? [each.readGrant] : [],
      ),
    add: (grant) => {
      const path = vscode.Uri.parse(grant.real, true).fsPath;
      const glob = `${escapeGlob(path)}${grant.kind === 'folder' ? '/**' : ''}`;
      void approvals.add({ operations: ['read'], glob, scope: 'session', readGrant: grant, agent });
    },
  };
}

/** Whether the user allowed reading exactly this path (canonical URI), as required for a secret or a rule that asks. */
export function mayRead(grants: readonly ReadGrants[], real: string): boolean {
  return grants.some(({ all }) => all().some((grant) => grant.kind !== 'look' && grant.real === real));
}

/** Whether a grant covers a path outside the workspace (canonical URI): one for the path or for a folder above it. */
export function mayReadOutside(grants: readonly ReadGrants[], real: string, depth: GrantDepth): boolean {
  const isCoveredBy = (grant: ReadGrant): boolean =>
    grant.kind === 'folder'
      ? isWithin(real, grant.real)
      : real === grant.real && (depth === 'look' || grant.kind === 'read');
  return grants.some(({ all }) => all().some(isCoveredBy));
}

/**
 * The grant for a path. For a folder outside the workspace it covers everything below, except secrets and other files
 * that have a question of their own.
 */
export function grantFor({ location: { real }, subject }: ResolvedPath, depth: GrantDepth): ReadGrant {
  return { real, kind: !subject.isInside && subject.isFolder === true ? 'folder' : depth };
}

/** The grant for the parent folder of a path. */
export function grantForParentFolder(resolved: ResolvedPath): ReadGrant {
  return { real: parentFolderUri(resolved).toString(), kind: 'folder' };
}

/** Canonical URI of a path's parent folder. */
export function parentFolderUri({ location }: ResolvedPath): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(location.real, true), '..');
}

/** Whether a tool reveals only the kind of a path, not its content. */
export function isInfoTool(tool: string): boolean {
  return tool === 'redline_path_info';
}

/** Whether nothing is at a path outside the workspace, so that reading it reveals only that. */
export function isMissingOutside({ isMissing, subject }: ResolvedPath): boolean {
  return isMissing && !subject.isInside;
}

/**
 * Whether the review of these changes shows everything that was read at a path: it is one of their paths, or an
 * ancestor folder.
 */
export function isShownBy({ resolved: { location } }: ReadRequest, changes: readonly Change[]): boolean {
  return changes.flatMap(locationsOf).some(({ real }) => isWithin(real, location.real));
}

/** Leaves out reads of folders above another read path, which a question about that path implies. */
export function withoutAncestors(reads: readonly ReadRequest[]): readonly ReadRequest[] {
  const realUris = reads.map(({ resolved }) => resolved.location.real);
  return reads.filter(
    ({ resolved: { location } }) =>
      !realUris.some((other) => other !== location.real && isWithin(other, location.real)),
  );
}

/** Whether a canonical URI names a folder, or a path below it. */
function isWithin(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
