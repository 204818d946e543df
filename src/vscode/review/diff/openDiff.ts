// Opens diffs without disturbing the keyboard focus.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { LikelyFocus } from '../attention.ts';
import { awaitEvent } from '../../shared/awaitEvent.ts';
import { allTabs, closeTabs } from '../../shared/closeTabs.ts';
import { reviewOfTab, reviewsOfTab, showsWholeFile, isMultiFileDiff } from './diffTabs.ts';

/** Maximum time to wait for a new diff to appear. */
const maxOpenMs = 2000;

/** One file of a diff; an absent side does not exist before, or after, the change. */
export interface DiffPair {
  /** The header of the file in a multi-file diff. */
  readonly file: vscode.Uri;
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
  /** Both sides, with an empty file for an absent one, as a single-file diff needs them. */
  readonly filledSides: readonly [vscode.Uri, vscode.Uri];
  readonly change: Change;
  /** Whether `after` is a unified diff, which opens in a text editor. */
  readonly isUnified: boolean;
  /** The first changed line of the right side, 0-based. */
  firstLine(): number;
}

/**
 * Opens the diff of a review at the user's request, with the focus.
 *
 * @param isSeveral whether to open a multi-file diff, even if all but one file are excluded by now
 * @returns whether it is open
 */
export async function openDiff(
  reviewId: string,
  pairs: readonly DiffPair[],
  title: string,
  isSeveral: boolean,
): Promise<boolean> {
  const [only] = pairs;
  if (only === undefined) return false;
  const wholeTab = allTabs().find(
    (tab) => reviewOfTab(tab) === reviewId && (isSeveral ? isMultiFileDiff(tab) : showsWholeFile(tab)),
  );
  if (wholeTab !== undefined && (await activateTab(wholeTab))) return true;
  if (!isSeveral) {
    await openSingle(only, title, { preserveFocus: false });
    return true;
  }
  const isOpen = await openMultiFileTab([pairs], title);
  // Closes only the diff of the first file. Another tab of the review is open, so this does not reject the call.
  if (isOpen) await closeTabs((tab) => reviewOfTab(tab) === reviewId && !isMultiFileDiff(tab));
  return isOpen;
}

/**
 * Opens a multi-file diff of one review, or of several to approve them together. Older tabs stay open: call
 * `closeInactiveDiffs` after.
 *
 * @param focusCommand command that returns the focus, which otherwise goes to the diff
 * @returns whether VS Code reported the new tab in time
 */
export async function openMultiFileTab(
  reviews: readonly (readonly DiffPair[])[],
  title: string,
  focusCommand?: string,
): Promise<boolean> {
  const ids = new Set(reviews.flat().map(({ filledSides: [, after] }) => after.authority));
  const countTabs = (): number => allTabs().filter((tab) => showsExactly(tab, ids)).length;
  const countBefore = countTabs();
  await runCommands([
    ...keepPreviewTabs(),
    multiFileCommand(title, reviews.flatMap(resourcesOf)),
    'workbench.action.keepEditor',
    ...(focusCommand ? [focusCommand] : []),
  ]);
  const isOpen = (): boolean => countTabs() > countBefore;
  if (!isOpen()) await awaitEvent(vscode.window.tabGroups.onDidChangeTabs, isOpen, maxOpenMs);
  return isOpen();
}

/** Closes the multi-file diffs of these reviews, except the active tab: their files may be outdated. */
export async function closeInactiveDiffs(reviewIds: readonly string[]): Promise<void> {
  await closeTabs(
    (tab) =>
      isMultiFileDiff(tab) &&
      !(tab.isActive && tab.group.isActive) &&
      reviewsOfTab(tab).some((id) => reviewIds.includes(id)),
  );
}

/** Whether a tab is a multi-file diff of exactly these reviews. */
function showsExactly(tab: vscode.Tab, reviewIds: ReadonlySet<string>): boolean {
  if (!isMultiFileDiff(tab)) return false;
  const ids = reviewsOfTab(tab);
  return ids.length === reviewIds.size && ids.every((id) => reviewIds.has(id));
}

/** Activates a tab; opening a multi-file diff again would add another tab. */
async function activateTab(tab: vscode.Tab): Promise<boolean> {
  const ordinal = ordinals[tab.group.viewColumn - 1];
  if (ordinal === undefined) return false;
  const index = tab.group.tabs.indexOf(tab);
  await runCommands([`workbench.action.focus${ordinal}EditorGroup`, { command: openAtIndexCommand, args: [index] }]);
  return true;
}

/**
 * Opens a diff unasked, without taking the keyboard focus or hiding an editor in which someone may type.
 *
 * VS Code focuses a multi-file diff, so the same `runCommands` returns the focus, before any key can arrive. If the
 * previous focus is unknown, opens only the first file.
 */
export async function presentDiff(pairs: readonly DiffPair[], title: string, focus: LikelyFocus): Promise<void> {
  const [first, ...more] = pairs;
  if (first === undefined) return;
  const isBeside = mustKeepActiveTab(focus);
  const focusSteps = more.length === 0 ? undefined : focusReturnSteps(focus, isBeside);
  if (focusSteps !== undefined) {
    const { before, after } = focusSteps;
    const open = [openMultiFile(pairs, title), 'workbench.action.keepEditor'];
    return runCommands([...keepPreviewTabs(isBeside), ...before, ...open, ...after]);
  }
  const partialTitle = vscode.l10n.t('{0} (showing 1 of {1})', title, pairs.length);
  await openSingle(first, more.length === 0 ? title : partialTitle, {
    preserveFocus: true,
    viewColumn: isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}

/**
 * Steps that turn a group's preview tab into an ordinary one: a multi-file diff opens as a preview and would replace it.
 *
 * @param isBeside whether the diff opens in another group than the active one
 */
export function keepPreviewTabs(isBeside = false): RunnableCommand[] {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const focusOn = ({ viewColumn }: vscode.TabGroup): RunnableCommand[] => {
    const ordinal = ordinals[viewColumn - 1];
    return ordinal === undefined ? [] : [`workbench.action.focus${ordinal}EditorGroup`];
  };
  const keepPreviewIn = (group: vscode.TabGroup): RunnableCommand[] => {
    const index = group.tabs.findIndex(({ isPreview }) => isPreview);
    if (index < 0) return [];
    return [...focusOn(group), { command: openAtIndexCommand, args: [index] }, 'workbench.action.keepEditor'];
  };
  if (!isBeside) return keepPreviewIn(activeTabGroup);
  // Only active previews: activating a hidden one would bring it to the front.
  const otherGroups = all.filter((group) => group !== activeTabGroup && group.activeTab?.isPreview === true);
  const steps = otherGroups.flatMap(keepPreviewIn);
  return steps.length === 0 ? [] : [...steps, ...focusOn(activeTabGroup)];
}

async function openSingle(pair: DiffPair, title: string, options: vscode.TextDocumentShowOptions): Promise<void> {
  const showOptions = { ...options, preview: false };
  const [before, after] = pair.filledSides;
  if (pair.isUnified) await vscode.commands.executeCommand('vscode.open', after, showOptions, title);
  else await vscode.commands.executeCommand('vscode.diff', before, after, title, showOptions);
}

/** A command of `runCommands`. */
type RunnableCommand = string | { readonly command: string; readonly args: readonly unknown[] };

/** The internal command behind `vscode.changes`, which `runCommands` runs without a round trip to the extension host. */
function openMultiFile(pairs: readonly DiffPair[], title: string): RunnableCommand {
  return multiFileCommand(title, resourcesOf(pairs));
}

function multiFileCommand(title: string, rows: readonly unknown[]): RunnableCommand {
  return { command: '_workbench.changes', args: [title, rows] };
}

/** The files of a multi-file diff: its header, and both sides. */
export function resourcesOf(pairs: readonly DiffPair[]): (vscode.Uri | undefined)[][] {
  return pairs.map((pair) => {
    const { file, before, after, filledSides } = pair;
    return showsBothSides(pair, pairs) ? [file, ...filledSides] : [file, before, after];
  });
}

/**
 * Whether a multi-file diff shows both sides of a file. VS Code lists only such files in the tab's input, which identifies
 * the review: if no file has both, the first gets an empty side.
 */
export function showsBothSides(pair: DiffPair, pairs: readonly DiffPair[]): boolean {
  const hasBoth = ({ before, after }: DiffPair): boolean => before !== undefined && after !== undefined;
  return hasBoth(pair) || (pair === pairs[0] && !pairs.some(hasBoth));
}

async function runCommands(commands: readonly RunnableCommand[]): Promise<void> {
  try {
    await vscode.commands.executeCommand('runCommands', { commands });
  } catch (cause) {
    if (commands.includes(lockCommand)) await vscode.commands.executeCommand(unlockCommand);
    throw cause;
  }
}

/** Whether the user may be typing in the active tab, so that the diff must open beside it. */
function mustKeepActiveTab(focus: LikelyFocus): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab === undefined || reviewsOfTab(tab).length > 0) return false;
  // The input of a terminal or chat in an editor tab is an object without properties.
  const input: unknown = tab.input;
  const isTerminalOrChat = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  return focus !== 'chat' || isTerminalOrChat;
}

const openAtIndexCommand = 'workbench.action.openEditorAtIndex';
const lockCommand = 'workbench.action.lockEditorGroup';
const unlockCommand = 'workbench.action.unlockEditorGroup';
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Steps before and after opening a multi-file diff that keep the focus where it was; undefined if that is unknown. */
function focusReturnSteps(
  focus: LikelyFocus,
  isBeside: boolean,
): { before: RunnableCommand[]; after: RunnableCommand[] } | undefined {
  if (focus === 'unknown') return undefined;
  // Focuses the status bar first: a hidden chat input cannot take the focus, and keys do no harm in the status bar.
  const focusChatSteps =
    focus === 'chat' ? ['workbench.action.focusStatusBar', 'workbench.action.chat.focusInput'] : [];
  if (!isBeside) return focus === 'chat' ? { before: [], after: focusChatSteps } : undefined;
  const ordinal = ordinals[vscode.window.tabGroups.activeTabGroup.viewColumn - 1];
  if (ordinal === undefined) return undefined;
  // While its group is locked, VS Code opens the diff in another one.
  return {
    before: [lockCommand],
    after: [`workbench.action.focus${ordinal}EditorGroup`, unlockCommand, ...focusChatSteps],
  };
}
