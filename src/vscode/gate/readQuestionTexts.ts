// Formats the questions whether an agent may read paths, and decides which answers they offer.
import * as vscode from 'vscode';
import type { Phrase } from '../../core/wording/phrase.ts';
import { escapeForDisplay } from '../../core/text/hiddenCharacters.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import { nameOfCaller } from '../../core/change/reviewTexts.ts';
import { parentFolderUri, isInfoTool } from './readGrants.ts';
import type { ResolvedPath } from '../files/paths/resolvedPath.ts';
import type { ReadAnswer, ReadQuestion } from '../review/pendingView/readQuestions.ts';
import { translate } from '../shared/translate.ts';

/** The data of a question about reading. */
export interface ReadQuestionData {
  /** The paths that a yes covers; at least one. */
  readonly resolvedPaths: readonly ResolvedPath[];
  /** Reason why the rules ask about the first path. */
  readonly reason: Phrase;
  /** Whether the rules treat one of the files as secret. */
  readonly isSecret: boolean;
  readonly tool: string;
  readonly caller: Caller;
  /**
   * The change for which the agent reads. `next`: its review follows; `failed`: its plan failed; `tried`: it is a dry
   * run; `beside`: its plan also read these paths, which it does not change. Undefined for a plain read.
   */
  readonly change?: 'next' | 'failed' | 'tried' | 'beside' | undefined;
}

/** Maximum number of paths that a question names. */
const maxNamed = 3;

/** Formats the question: the request, the reason, and the effect of a yes. */
export function readQuestionTexts(question: ReadQuestionData): Omit<ReadQuestion, 'answer'> {
  const { resolvedPaths, reason, isSecret, caller, change } = question;
  const agent = nameOfCaller(caller);
  const paths = listPaths(resolvedPaths);
  const headline = headlineOf(question, agent ?? vscode.l10n.t('An agent'), paths);
  const isChangeNotMade = change === 'failed' || change === 'tried';
  // Offers no session grant for paths that the question does not name, for a change that is not made, or for a whole
  // disk.
  const allowsOnlyOnce = isChangeNotMade || resolvedPaths.length > maxNamed || resolvedPaths.some(isWholeDisk);
  const asksOnlyForKind = isInfoTool(question.tool);
  const folder = allowsOnlyOnce || asksOnlyForKind ? undefined : folderToOffer(question);
  const isAboutFolder = resolvedPaths.some(isOutsideFolder);
  const sessionCoversFolder = isAboutFolder && change === undefined && !allowsOnlyOnce && !asksOnlyForKind;
  const sentences = [
    headline,
    isSecret ? vscode.l10n.t('{0} may contain secrets.', paths) : translate(reason),
    ...resolvedPaths.slice(0, maxNamed).map(realPathText),
    (headline === undefined || isChangeNotMade) && contentsText(agent),
    sessionCoversFolder && vscode.l10n.t('"Allow in This Session" covers reading everything in it.'),
    isAboutFolder && vscode.l10n.t('You will be asked separately about secrets in it.'),
    folder !== undefined &&
      vscode.l10n.t('"Allow Folder in This Session" covers {0} and everything below it.', escapeForDisplay(folder)),
    agent !== undefined && !allowsOnlyOnce && vscode.l10n.t('What you allow in this session is for {0} only.', agent),
    change === 'next' && vscode.l10n.t('The agent wants to change this file. You will be asked about the change next.'),
  ];
  const answers: ReadAnswer[] = ['no', 'once'];
  if (!allowsOnlyOnce) answers.push('session');
  if (folder !== undefined) answers.push('folder');
  return { path: paths, ...(agent === undefined ? {} : { agent }), text: sentences.filter(Boolean).join(' '), answers };
}

function contentsText(agent: string | undefined): string {
  return agent === undefined
    ? vscode.l10n.t('The agent will see its contents.')
    : vscode.l10n.t('{0} will see its contents.', agent);
}

/** Headline of the question; undefined for the content of a file, for which the other sentences suffice. */
function headlineOf({ resolvedPaths, tool, change }: ReadQuestionData, who: string, names: string): string | undefined {
  if (change === 'failed') {
    return vscode.l10n.t('{0} cannot make a change to {1} and wants to know why.', who, names);
  }
  if (change === 'tried') return vscode.l10n.t('{0} wants to know what changing {1} would do.', who, names);
  if (resolvedPaths.every(({ subject }) => subject.isInside)) return undefined;
  if (resolvedPaths.every(({ isMissing }) => isMissing)) {
    return vscode.l10n.t('{0} wants to know whether {1} exists.', who, names);
  }
  if (isInfoTool(tool)) return vscode.l10n.t('{0} wants to know what {1} is.', who, names);
  if (!resolvedPaths.every(isOutsideFolder)) return undefined;
  switch (tool) {
    case 'redline_list_directory':
      return vscode.l10n.t('{0} wants to list {1} and everything below it.', who, names);
    case 'redline_find_files':
      return vscode.l10n.t('{0} wants to find files in {1} and below.', who, names);
    case 'redline_search_text':
      return vscode.l10n.t('{0} wants to search {1} and everything below it.', who, names);
    default:
      return vscode.l10n.t('{0} wants to read {1} and everything below it.', who, names);
  }
}

function listPaths(resolvedPaths: readonly ResolvedPath[]): string {
  const names = resolvedPaths.slice(0, maxNamed).map(({ location }) => escapeForDisplay(location.path));
  const more = resolvedPaths.length - names.length;
  const named = names.join(', ');
  return more > 0 ? vscode.l10n.t('{0} and {1} more', named, more) : named;
}

/** A sentence with the real path of a link; undefined without one, or on a virtual file system. */
function realPathText({ location, subject }: ResolvedPath): string | undefined {
  const { scheme, fsPath } = vscode.Uri.parse(location.real, true);
  if (!subject.isLinked || scheme !== 'file' || fsPath === location.path) return undefined;
  return vscode.l10n.t('Its real path is {0}.', escapeForDisplay(fsPath));
}

function isOutsideFolder({ subject }: ResolvedPath): boolean {
  return !subject.isInside && subject.isFolder === true;
}

/** The folder that a question about one file outside the workspace offers as well, unless it is a whole disk. */
function folderToOffer({ resolvedPaths: [resolved, ...others] }: ReadQuestionData): string | undefined {
  if (resolved === undefined || others.length > 0) return undefined;
  if (resolved.subject.isInside || isOutsideFolder(resolved) || resolved.isMissing) return undefined;
  const folder = parentFolderUri(resolved);
  return isDisk(folder) ? undefined : folder.fsPath;
}

function isWholeDisk({ location }: ResolvedPath): boolean {
  return isDisk(vscode.Uri.parse(location.real, true));
}

/** Whether a URI is the root of a file system, or a drive of Windows: `/`, `/c:/`. */
function isDisk({ path }: vscode.Uri): boolean {
  return /^\/(?:[A-Za-z]:\/?)?$/.test(path);
}
