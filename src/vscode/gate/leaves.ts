import * as vscode from 'vscode';
import type { ReadLeave } from '../../core/rules/approval.ts';
import { escapeGlob } from '../../core/rules/ruleGlob.ts';
import type { Approvals } from './approvals.ts';
import type { ResolvedPath } from '../files/pathResolver.ts';

/** How much of a place a call is told: that it is there, or what is in it. */
export type Depth = 'look' | 'read';

/** What the person lets agents read, for one call or for the session. */
export interface Leaves {
  readonly all: () => readonly ReadLeave[];
  readonly add: (leave: ReadLeave) => void;
}

export function leavesOfCall(): Leaves {
  const all: ReadLeave[] = [];
  return { all: () => all, add: (leave) => void all.push(leave) };
}

/** Those of the session are listed with the remembered approvals, and revoked there. */
export function leavesOfSession(approvals: Approvals): Leaves {
  return {
    all: () => approvals.session.flatMap(({ leave }) => (leave === undefined ? [] : [leave])),
    add: (leave) => {
      const path = vscode.Uri.parse(leave.real, true).fsPath;
      const glob = `${escapeGlob(path)}${leave.kind === 'folder' ? '/**' : ''}`;
      void approvals.add({ operations: ['read'], glob, scope: 'session', leave });
    },
  };
}

/** Whether the person agreed to this very place. */
export function mayRead(leaves: readonly Leaves[], real: string): boolean {
  return leaves.some(({ all }) => all().some((leave) => leave.kind !== 'look' && leave.real === real));
}

/** Whether it no longer counts that a place is outside the workspace. */
export function mayLeave(leaves: readonly Leaves[], real: string): boolean {
  return leaves.some(({ all }) =>
    all().some((leave) => (leave.kind === 'folder' ? isWithin(real, leave.real) : real === leave.real)),
  );
}

/** A yes to a place; outside the workspace, of a folder, to all below it that is not asked for by itself. */
export function leaveFor({ location: { real }, subject }: ResolvedPath, depth: Depth): ReadLeave {
  return { real, kind: !subject.inside && subject.isFolder === true ? 'folder' : depth };
}

/** A yes to the folder that a place is in. */
export function leaveForFolderOf(place: ResolvedPath): ReadLeave {
  return { real: folderOf(place).toString(), kind: 'folder' };
}

/** The real folder that a place is in. */
export function folderOf({ location }: ResolvedPath): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(location.real, true), '..');
}

/** Whether a real place is another one, or below it. */
export function isWithin(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
