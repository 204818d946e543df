// Opens diffs without disturbing the keyboard focus.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { LikelyFocus } from '../attention.ts';
import { closeTabs } from '../../shared/closeTabs.ts';
import { reviewOfTab, reviewsOfTab, showsOneFile, showsSeveral } from './diffTabs.ts';
import { delay } from '../../../async/eventLoop.ts';

/** Maximum milliseconds to wait for a new diff to appear. */
const maxOpening = 2000;

/** One file of a diff; an absent side does not exist before, or after, the change. */
export interface DiffPair {
  /** The header of the file in a multi-file diff. */
  readonly file: vscode.Uri;
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
  /** Both sides for a single-file diff, where an absent side is an empty file. */
  readonly sides: readonly [vscode.Uri, vscode.Uri];
  readonly change: Change;
  /** Whether `after` is a unified diff, which opens in a text editor. */
  readonly isUnified: boolean;
  /** The first changed line of the right side, 0-based. */
  firstLine(): number;
}

/**
 * Opens the diff of a review at the user's request, with the focus.
 *
 * @param options `isSeveral`: opens a multi-file diff, even if all but one file are excluded by now
 */
export async function openDiff(
  reviewId: string,
  pairs: readonly DiffPair[],
  { title, isSeveral }: { readonly title: string; readonly isSeveral: boolean },
): Promise<void> {
  const [only] = pairs;
  if (only === undefined) return;
  const open = vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.filter((tab) => reviewOfTab(tab) === reviewId),
  );
  const whole = open.find((tab) => (isSeveral ? showsSeveral(tab) : showsOneFile(tab)));
  if (whole !== undefined && (await reveal(whole))) return;
  if (!isSeveral) return openOne(only, title, { preserveFocus: false });
  await run([...keepPreview(), openSeveral(pairs, title), 'workbench.action.keepEditor']);
  // Closes only the diff of the first file. Another tab of the review is open, so this does not reject the call.
  await closeTabs((tab) => reviewOfTab(tab) === reviewId && !showsSeveral(tab));
}

/**
 * Replaces the multi-file diff of a review by one of its current files. @param back command that returns the focus,
 * which otherwise goes to the diff
 */
export async function replaceDiff(
  reviewId: string,
  pairs: readonly DiffPair[],
  title: string,
  back?: string,
): Promise<void> {
  const isOwn = (tab: vscode.Tab): boolean => reviewOfTab(tab) === reviewId && showsSeveral(tab);
  const ownTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOwn));
  const countBefore = ownTabs().length;
  const open = openSeveral(pairs, title);
  await run([...keepPreview(), open, 'workbench.action.keepEditor', ...(back ? [back] : [])]);
  const isOpen = await until(() => ownTabs().length > countBefore);
  if (isOpen) await closeTabs((tab) => isOwn(tab) && !(tab.isActive && tab.group.isActive));
}

/** Opens several reviews in one diff to approve them together; closes any other such diff. */
export async function openTogether(reviews: readonly (readonly DiffPair[])[], title: string): Promise<void> {
  await closeTabs((tab) => reviewsOfTab(tab).length > 1);
  await run([...keepPreview(), severalFiles(title, reviews.flatMap(rowsOf)), 'workbench.action.keepEditor']);
}

/** Activates a tab; opening a multi-file diff again would add another tab. */
async function reveal(tab: vscode.Tab): Promise<boolean> {
  const ordinal = ordinals[tab.group.viewColumn - 1];
  if (ordinal === undefined) return false;
  const index = tab.group.tabs.indexOf(tab);
  await run([`workbench.action.focus${ordinal}EditorGroup`, { command: openAtIndex, args: [index] }]);
  return true;
}

/**
 * Opens a diff unasked, without taking the keyboard focus or hiding an editor in which someone may type.
 *
 * VS Code focuses a multi-file diff, so the same `runCommands` returns the focus, before any key can arrive. If the
 * previous focus is unknown, opens only the first file.
 */
export async function presentDiff(pairs: readonly DiffPair[], title: string, where: LikelyFocus): Promise<void> {
  const [first, ...more] = pairs;
  if (first === undefined) return;
  const aside = mustStayInFront(where);
  const focusSteps = more.length === 0 ? undefined : returnFocus(where, aside);
  if (focusSteps !== undefined) {
    const { before, after } = focusSteps;
    const open = [openSeveral(pairs, title), 'workbench.action.keepEditor'];
    return run([...keepPreview(aside), ...before, ...open, ...after]);
  }
  const partly = vscode.l10n.t('{0} (showing 1 of {1})', title, pairs.length);
  await openOne(first, more.length === 0 ? title : partly, {
    preserveFocus: true,
    viewColumn: aside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}

/**
 * Steps that turn a group's preview tab into an ordinary one: a multi-file diff opens as a preview and would replace it.
 *
 * @param aside whether the diff opens in another group than the active one
 */
export function keepPreview(aside = false): RunnableCommand[] {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const focusOn = ({ viewColumn }: vscode.TabGroup): RunnableCommand[] => {
    const ordinal = ordinals[viewColumn - 1];
    return ordinal === undefined ? [] : [`workbench.action.focus${ordinal}EditorGroup`];
  };
  const keepIn = (group: vscode.TabGroup): RunnableCommand[] => {
    const index = group.tabs.findIndex(({ isPreview }) => isPreview);
    if (index < 0) return [];
    return [...focusOn(group), { command: openAtIndex, args: [index] }, 'workbench.action.keepEditor'];
  };
  if (!aside) return keepIn(activeTabGroup);
  // Only active previews: activating a hidden one would bring it to the front.
  const others = all.filter((group) => group !== activeTabGroup && group.activeTab?.isPreview === true);
  const steps = others.flatMap(keepIn);
  return steps.length === 0 ? [] : [...steps, ...focusOn(activeTabGroup)];
}

/** Waits for a state of the tabs; returns whether it was reached before the timeout. */
async function until(isReached: () => boolean): Promise<boolean> {
  if (isReached()) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = vscode.window.tabGroups.onDidChangeTabs(() => void (isReached() && resolve()));
  await Promise.race([promise, delay(maxOpening)]);
  subscription.dispose();
  return isReached();
}

async function openOne(pair: DiffPair, title: string, options: vscode.TextDocumentShowOptions): Promise<void> {
  const shown = { ...options, preview: false };
  const [before, after] = pair.sides;
  if (pair.isUnified) await vscode.commands.executeCommand('vscode.open', after, shown, title);
  else await vscode.commands.executeCommand('vscode.diff', before, after, title, shown);
}

/** A command of `runCommands`. */
type RunnableCommand = string | { readonly command: string; readonly args: readonly unknown[] };

/** The internal command behind `vscode.changes`, which `runCommands` runs without a round trip to the extension host. */
function openSeveral(pairs: readonly DiffPair[], title: string): RunnableCommand {
  return severalFiles(title, rowsOf(pairs));
}

function severalFiles(title: string, rows: readonly unknown[]): RunnableCommand {
  return { command: '_workbench.changes', args: [title, rows] };
}

/** The files of a multi-file diff: its header, and both sides. */
export function rowsOf(pairs: readonly DiffPair[]): (vscode.Uri | undefined)[][] {
  return pairs.map((pair) => {
    const { file, before, after, sides } = pair;
    return isShownWhole(pair, pairs) ? [file, ...sides] : [file, before, after];
  });
}

/**
 * Whether a multi-file diff shows both sides of a file. VS Code lists only such files in the tab's input, which identifies
 * the review: if no file has both, the first gets an empty side.
 */
export function isShownWhole(pair: DiffPair, pairs: readonly DiffPair[]): boolean {
  const hasBoth = ({ before, after }: DiffPair): boolean => before !== undefined && after !== undefined;
  return hasBoth(pair) || (pair === pairs[0] && !pairs.some(hasBoth));
}

async function run(commands: readonly RunnableCommand[]): Promise<void> {
  try {
    await vscode.commands.executeCommand('runCommands', { commands });
  } catch (cause) {
    if (commands.includes(lock)) await vscode.commands.executeCommand(unlock);
    throw cause;
  }
}

/** Whether the user may be typing in the active tab, so that the diff must open beside it. */
function mustStayInFront(where: LikelyFocus): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab === undefined || reviewsOfTab(tab).length > 0) return false;
  // The input of a terminal or chat in an editor tab is an object without properties.
  const input: unknown = tab.input;
  const isTerminalOrChat = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  return where !== 'chat' || isTerminalOrChat;
}

const openAtIndex = 'workbench.action.openEditorAtIndex';
const lock = 'workbench.action.lockEditorGroup';
const unlock = 'workbench.action.unlockEditorGroup';
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Steps before and after opening a multi-file diff that keep the focus where it was; undefined if that is unknown. */
function returnFocus(
  where: LikelyFocus,
  aside: boolean,
): { before: RunnableCommand[]; after: RunnableCommand[] } | undefined {
  if (where === 'unknown') return undefined;
  // Focuses the status bar first: a hidden chat input cannot take the focus, and keys do no harm in the status bar.
  const focusChat = where === 'chat' ? ['workbench.action.focusStatusBar', 'workbench.action.chat.focusInput'] : [];
  if (!aside) return where === 'chat' ? { before: [], after: focusChat } : undefined;
  const ordinal = ordinals[vscode.window.tabGroups.activeTabGroup.viewColumn - 1];
  if (ordinal === undefined) return undefined;
  // While its group is locked, VS Code opens the diff in another one.
  return { before: [lock], after: [`workbench.action.focus${ordinal}EditorGroup`, unlock, ...focusChat] };
}
