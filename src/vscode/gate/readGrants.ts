// Keeps the person's permissions to read (read grants).
import * as vscode from 'vscode';
import type { ReadGrant } from '../../core/rules/approval.ts';
import { isFor, onlyFor } from '../../core/rules/forAgent.ts';
import { escapeGlob } from '../../core/rules/ruleGlob.ts';
import type { Approvals } from './approvals.ts';
import type { ResolvedPath } from '../files/pathResolver.ts';

/** What a call learns of a place: that it exists, or its content. */
export type GrantDepth = 'look' | 'read';

/** The person's permissions to read, for one call or for the session. */
export interface ReadGrants {
  readonly all: () => readonly ReadGrant[];
  readonly add: (grant: ReadGrant) => void;
}

export function createCallGrants(): ReadGrants {
  const all: ReadGrant[] = [];
  return { all: () => all, add: (grant) => void all.push(grant) };
}

/** An agent's grants of the session, kept among the remembered approvals, where the person can revoke them. */
export function createSessionGrants(approvals: Approvals, agent: string): ReadGrants {
  return {
    all: () =>
      approvals.session.flatMap((each) => (each.readGrant !== undefined && isFor(agent, each) ? [each.readGrant] : [])),
    add: (grant) => {
      const path = vscode.Uri.parse(grant.real, true).fsPath;
      const glob = `${escapeGlob(path)}${grant.kind === 'folder' ? '/**' : ''}`;
      void approvals.add({ operations: ['read'], glob, scope: 'session', readGrant: grant, ...onlyFor(agent) });
    },
  };
}

/** Whether the person allowed reading exactly this path. */
export function mayRead(grants: readonly ReadGrants[], real: string): boolean {
  return grants.some(({ all }) => all().some((grant) => grant.kind !== 'look' && grant.real === real));
}

/** Whether the person allowed a path outside the workspace, itself or by a folder above it. */
export function mayReadOutside(grants: readonly ReadGrants[], real: string): boolean {
  return grants.some(({ all }) =>
    all().some((grant) => (grant.kind === 'folder' ? isWithin(real, grant.real) : real === grant.real)),
  );
}

/** The grant for a place; for a folder outside the workspace it covers everything below, except what asks by itself. */
export function grantFor({ location: { real }, subject }: ResolvedPath, depth: GrantDepth): ReadGrant {
  return { real, kind: !subject.inside && subject.isFolder === true ? 'folder' : depth };
}

/** The grant for the folder that holds a place. */
export function grantForParentFolder(place: ResolvedPath): ReadGrant {
  return { real: parentFolderUri(place).toString(), kind: 'folder' };
}

/** The real path of the folder that holds a place. */
export function parentFolderUri({ location }: ResolvedPath): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(location.real, true), '..');
}

export function isWithin(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
