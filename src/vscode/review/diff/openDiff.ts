// Opens the diffs of reviews: at the user's request with the keyboard focus, unasked without taking it.

import * as vscode from 'vscode';
import type { LikelyFocus } from '../focusTracker.ts';
import { awaitEvent } from '../../shared/awaitEvent.ts';
import { allTabs, closeTabs } from '../../shared/tabs.ts';
import { resourcesOf, type DiffPair } from './diffPair.ts';
import { reviewIdOfTab, reviewIdsOfTab, showsWholeFile, isMultiFileDiff } from './diffTabs.ts';

/** Maximum time to wait for a new diff to appear, in milliseconds. */
const maxOpenMs = 2000;
/** Activates a tab of the active group, by its index. */
const openAtIndexCommand = 'workbench.action.openEditorAtIndex';
/** Turns a preview tab, which the next editor would replace, into an ordinary one. */
export const keepEditorCommand = 'workbench.action.keepEditor';
const lockCommand = 'workbench.action.lockEditorGroup';
const unlockCommand = 'workbench.action.unlockEditorGroup';
/** The names of the groups in commands, by their columns; VS Code has no commands for further groups. */
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

interface MultiFileOptions {
  /** Calls whose other multi-file diffs are outdated: they are closed once the new one is open. */
  readonly outdatedIds?: readonly string[];
  /** Command that returns the focus, which otherwise goes to the diff. */
  readonly focusCommand?: string | undefined;
}

/**
 * Opens the diff of a review at the user's request, with the focus.
 *
 * @param options.isOutdated whether its open multi-file diffs show other files
 * @returns whether it is open
 */
export async function openDiff(
  { id, fileCount }: { readonly id: string; readonly fileCount: number },
  pairs: readonly DiffPair[],
  title: string,
  { isOutdated }: { readonly isOutdated: boolean },
): Promise<boolean> {
  const [only] = pairs;
  if (only === undefined) return false;
  // A call with several files keeps its multi-file diff, even if all but one are excluded by now.
  const isMultiFile = fileCount > 1;
  const showsAll = (tab: vscode.Tab): boolean =>
    isMultiFile ? isMultiFileDiff(tab) && !isOutdated : showsWholeFile(tab);
  const wholeTab = allTabs().find((tab) => reviewIdOfTab(tab) === id && showsAll(tab));
  if (wholeTab !== undefined && (await activateTab(wholeTab))) return true;
  if (!isMultiFile) {
    await openSingle(only, title, { preserveFocus: false });
    return true;
  }
  const isOpen = await openMultiFileTab([pairs], title, { outdatedIds: isOutdated ? [id] : [] });
  // Closes the diff of its first file, if `presentDiff` opened only that. Another tab of the review is open, so this
  // does not reject the call.
  if (isOpen) await closeTabs((tab) => reviewIdOfTab(tab) === id && !isMultiFileDiff(tab));
  return isOpen;
}

/**
 * Opens a multi-file diff of one review, or of several to approve them together, and closes the outdated ones.
 *
 * @returns whether VS Code reported the new tab in time, and no outdated one is left
 */
export async function openMultiFileTab(
  pairsByReview: readonly (readonly DiffPair[])[],
  title: string,
  { outdatedIds = [], focusCommand }: MultiFileOptions = {},
): Promise<boolean> {
  // Two attempts: if the tab opens in a new group, VS Code replaces all tab objects, so that the outdated tabs are not
  // found. The second tab opens in an existing group.
  for (let attempts = 2; attempts > 0; attempts--) {
    const tabsBefore = allTabs();
    const isOutdated = (tab: vscode.Tab): boolean =>
      isMultiFileDiff(tab) && reviewIdsOfTab(tab).some((id) => outdatedIds.includes(id));
    const outdated = tabsBefore.filter(isOutdated);
    if (!(await openNewTab(pairsByReview, title, focusCommand))) return false;
    if (outdated.length === 0) return true;
    // Closes only these: closing all but the active tab could close the new one, if the user has activated another.
    const tabsNow = new Set(allTabs());
    const areSameObjects = tabsBefore.some((tab) => tabsNow.has(tab));
    if (areSameObjects) return closeAll(outdated.filter((tab) => tabsNow.has(tab)));
  }
  return false;
}

/** Returns whether VS Code reported the new tab in time. */
async function openNewTab(
  pairsByReview: readonly (readonly DiffPair[])[],
  title: string,
  focusCommand?: string,
): Promise<boolean> {
  const ids = new Set(pairsByReview.flat().map(({ filledSides: [, after] }) => after.authority));
  const countTabs = (): number => allTabs().filter((tab) => showsExactly(tab, ids)).length;
  const countBefore = countTabs();
  await runCommands([
    ...keepPreviewSteps(),
    multiFileDiffCommand(title, pairsByReview.flatMap(resourcesOf)),
    keepEditorCommand,
    ...(focusCommand ? [focusCommand] : []),
  ]);
  const isOpen = (): boolean => countTabs() > countBefore;
  if (!isOpen()) await awaitEvent(vscode.window.tabGroups.onDidChangeTabs, isOpen, maxOpenMs);
  return isOpen();
}

/** Returns false if a tab stays, or is gone already: VS Code then throws. */
async function closeAll(tabs: readonly vscode.Tab[]): Promise<boolean> {
  return vscode.window.tabGroups.close(tabs, true).then(undefined, () => false);
}

function showsExactly(tab: vscode.Tab, reviewIds: ReadonlySet<string>): boolean {
  if (!isMultiFileDiff(tab)) return false;
  const ids = reviewIdsOfTab(tab);
  return ids.length === reviewIds.size && ids.every((id) => reviewIds.has(id));
}

/** Activates a tab, since opening a multi-file diff again would add another one. Returns false if no command can. */
async function activateTab(tab: vscode.Tab): Promise<boolean> {
  const focusGroup = focusCommandOf(tab.group);
  if (focusGroup === undefined) return false;
  const index = tab.group.tabs.indexOf(tab);
  await runCommands([focusGroup, { command: openAtIndexCommand, args: [index] }]);
  return true;
}

/** The command that focuses a group; undefined if VS Code has none. */
function focusCommandOf({ viewColumn }: vscode.TabGroup): string | undefined {
  const ordinal = ordinals[viewColumn - 1];
  return ordinal === undefined ? undefined : `workbench.action.focus${ordinal}EditorGroup`;
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
    const openSteps = [multiFileDiffCommand(title, resourcesOf(pairs)), keepEditorCommand];
    return runCommands([...keepPreviewSteps(isBeside), ...focusSteps.before, ...openSteps, ...focusSteps.after]);
  }
  const partialTitle = vscode.l10n.t('{0} (showing 1 of {1})', title, pairs.length);
  await openSingle(first, more.length === 0 ? title : partialTitle, {
    preserveFocus: true,
    viewColumn: isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}

/**
 * Steps that turn a group's preview tab into an ordinary one, since a multi-file diff would replace it.
 *
 * @param isBeside whether the diff opens in another group than the active one
 */
export function keepPreviewSteps(isBeside = false): RunnableCommand[] {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const focusOn = (group: vscode.TabGroup): RunnableCommand[] => {
    const command = focusCommandOf(group);
    return command === undefined ? [] : [command];
  };
  const keepPreviewIn = (group: vscode.TabGroup): RunnableCommand[] => {
    const index = group.tabs.findIndex(({ isPreview }) => isPreview);
    if (index < 0) return [];
    return [...focusOn(group), { command: openAtIndexCommand, args: [index] }, keepEditorCommand];
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

/** A command for `runCommands`, with or without arguments. */
type RunnableCommand = string | { readonly command: string; readonly args: readonly unknown[] };

/** The internal command behind `vscode.changes`: `runCommands` runs it without a round trip to the extension host. */
function multiFileDiffCommand(title: string, resources: readonly unknown[]): RunnableCommand {
  return { command: '_workbench.changes', args: [title, resources] };
}

/** Runs the commands in one go, so that no key arrives between them. Unlocks the group again if one fails. */
async function runCommands(commands: readonly RunnableCommand[]): Promise<void> {
  try {
    await vscode.commands.executeCommand('runCommands', { commands });
  } catch (cause) {
    if (commands.includes(lockCommand)) await vscode.commands.executeCommand(unlockCommand);
    throw cause;
  }
}

/** Whether the user may be typing in the active tab, so that the diff must open in another group. */
function mustKeepActiveTab(focus: LikelyFocus): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab === undefined || reviewIdsOfTab(tab).length > 0) return false;
  // The input of a terminal or chat in an editor tab is an object without properties.
  const input: unknown = tab.input;
  const isTerminalOrChat = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  return focus !== 'chat' || isTerminalOrChat;
}

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
  const focusGroup = focusCommandOf(vscode.window.tabGroups.activeTabGroup);
  if (focusGroup === undefined) return undefined;
  // While its group is locked, VS Code opens the diff in another one.
  return {
    before: [lockCommand],
    after: [focusGroup, unlockCommand, ...focusChatSteps],
  };
}
