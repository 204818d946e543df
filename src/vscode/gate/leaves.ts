import * as vscode from 'vscode';
import type { ReadLeave } from '../../core/rules/approval.ts';
import { isFor, onlyFor } from '../../core/rules/forAgent.ts';
import { escapeGlob } from '../../core/rules/ruleGlob.ts';
import type { Approvals } from './approvals.ts';
import type { ResolvedPath } from '../files/pathResolver.ts';

/** What a call learns of a place: that it exists, or its content. */
export type Depth = 'look' | 'read';

/** The person's permissions to read (leaves), for one call or for the session. */
export interface Leaves {
  readonly all: () => readonly ReadLeave[];
  readonly add: (leave: ReadLeave) => void;
}

export function leavesOfCall(): Leaves {
  const all: ReadLeave[] = [];
  return { all: () => all, add: (leave) => void all.push(leave) };
}

/** An agent's leaves of the session, kept among the remembered approvals, where the person can revoke them. */
export function leavesOfSession(approvals: Approvals, agent: string): Leaves {
  return {
    all: () =>
      approvals.session.flatMap((each) => (each.leave !== undefined && isFor(agent, each) ? [each.leave] : [])),
    add: (leave) => {
      const path = vscode.Uri.parse(leave.real, true).fsPath;
      const glob = `${escapeGlob(path)}${leave.kind === 'folder' ? '/**' : ''}`;
      void approvals.add({ operations: ['read'], glob, scope: 'session', leave, ...onlyFor(agent) });
    },
  };
}

/** Whether the person allowed reading exactly this path. */
export function mayRead(leaves: readonly Leaves[], real: string): boolean {
  return leaves.some(({ all }) => all().some((leave) => leave.kind !== 'look' && leave.real === real));
}

/** Whether the person allowed a path outside the workspace, itself or by a folder above it. */
export function mayLeave(leaves: readonly Leaves[], real: string): boolean {
  return leaves.some(({ all }) =>
    all().some((leave) => (leave.kind === 'folder' ? isWithin(real, leave.real) : real === leave.real)),
  );
}

/** The leave for a place; for a folder outside the workspace it covers everything below, except what asks by itself. */
export function leaveFor({ location: { real }, subject }: ResolvedPath, depth: Depth): ReadLeave {
  return { real, kind: !subject.inside && subject.isFolder === true ? 'folder' : depth };
}

/** The leave for the folder that holds a place. */
export function leaveForFolderOf(place: ResolvedPath): ReadLeave {
  return { real: folderOf(place).toString(), kind: 'folder' };
}

/** The real path of the folder that holds a place. */
export function folderOf({ location }: ResolvedPath): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(location.real, true), '..');
}

export function isWithin(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
