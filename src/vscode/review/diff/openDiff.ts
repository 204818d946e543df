import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import type { Whereabouts } from '../attention.ts';
import { closeTabs } from '../../shared/closeTabs.ts';
import { reviewOfTab, reviewsOfTab, showsSeveral } from './diffTabs.ts';

/** For so long, in milliseconds, a diff that was opened is waited for. */
const longestOpening = 2000;

/** One file of a diff; a side that is absent did not exist before, or does not exist after. */
export interface DiffPair {
  /** What the file is named by in a diff of several. */
  readonly file: vscode.Uri;
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
  /** Both sides for the diff of one file, which has no absent side. */
  readonly sides: readonly [vscode.Uri, vscode.Uri];
  readonly change: Change;
  /** The first line, 0-based, of the right side that is changed. */
  firstLine(): number;
}

/**
 * Opens the diff of a review because the person asked for it: the focus goes there. A call of several files is always
 * shown as such, however many of them are left.
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
  const whole = open.find((tab) => (isSeveral ? showsSeveral(tab) : tab.input instanceof vscode.TabInputTextDiff));
  if (whole !== undefined && (await reveal(whole))) return;
  if (!isSeveral) return openOne(only, title, { preserveFocus: false });
  await run([...keepPreview(), openSeveral(pairs, title), 'workbench.action.keepEditor']);
  // The one that showed the first file only; some other tab is open now, so closing it rejects nothing.
  await closeTabs((tab) => reviewOfTab(tab) === reviewId && !showsSeveral(tab));
}

/**
 * Puts the diff of a review in the place of one that shows other files of it, if such a one is open.
 *
 * @param back the command that gives the focus back; without it the focus goes to the diff.
 */
export async function replaceDiff(
  reviewId: string,
  pairs: readonly DiffPair[],
  title: string,
  back?: string,
): Promise<void> {
  const isOwn = (tab: vscode.Tab): boolean => reviewOfTab(tab) === reviewId && showsSeveral(tab);
  const own = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOwn));
  const before = own().length;
  await run([...keepPreview(), openSeveral(pairs, title), 'workbench.action.keepEditor', ...(back ? [back] : [])]);
  const isOpen = await until(() => own().length > before);
  // The new one is in front, and the focus may be elsewhere.
  if (isOpen) await closeTabs((tab) => isOwn(tab) && !(tab.isActive && tab.group.isActive));
}

/** Opens several reviews in one diff, because the person would approve them together; such a one that is open is replaced. */
export async function openTogether(reviews: readonly (readonly DiffPair[])[], title: string): Promise<void> {
  await closeTabs((tab) => reviewsOfTab(tab).length > 1);
  await run([...keepPreview(), severalFiles(title, reviews.flatMap(rowsOf)), 'workbench.action.keepEditor']);
}

/** Opening a diff of several files again would make another tab of it. */
async function reveal(tab: vscode.Tab): Promise<boolean> {
  const ordinal = ordinals[tab.group.viewColumn - 1];
  if (ordinal === undefined) return false;
  const index = tab.group.tabs.indexOf(tab);
  await run([`workbench.action.focus${ordinal}EditorGroup`, { command: openAtIndex, args: [index] }]);
  return true;
}

/**
 * Opens a diff by itself. The keyboard focus stays where it is, and an editor in which somebody may be typing stays in
 * front: then the diff comes up beside it. A diff of several files always takes the focus; it is given back before any
 * key can arrive, since the whole sequence runs as one in the editor. Where nobody can tell where to give it back to,
 * only the first file is shown.
 */
export async function presentDiff(pairs: readonly DiffPair[], title: string, where: Whereabouts): Promise<void> {
  const [first, ...more] = pairs;
  if (first === undefined) return;
  const aside = mustStayInFront(where);
  const back = more.length === 0 ? undefined : wayBack(where, aside);
  if (back !== undefined) {
    const keep = keepPreview(aside);
    await run([...keep, ...back.before, openSeveral(pairs, title), 'workbench.action.keepEditor', ...back.after]);
    return;
  }
  const partly = vscode.l10n.t('{0} (showing 1 of {1})', title, pairs.length);
  await openOne(first, more.length === 0 ? title : partly, {
    preserveFocus: true,
    viewColumn: aside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
  });
}

/**
 * What makes the preview tab of a group an ordinary one: a diff of several files opens as a preview, which would close it.
 *
 * @param aside whether the diff opens in another group than the active one.
 */
function keepPreview(aside = false): Step[] {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const focusOn = ({ viewColumn }: vscode.TabGroup): Step[] => {
    const ordinal = ordinals[viewColumn - 1];
    return ordinal === undefined ? [] : [`workbench.action.focus${ordinal}EditorGroup`];
  };
  const keepIn = (group: vscode.TabGroup): Step[] => {
    const index = group.tabs.findIndex(({ isPreview }) => isPreview);
    if (index < 0) return [];
    return [...focusOn(group), { command: openAtIndex, args: [index] }, 'workbench.action.keepEditor'];
  };
  if (!aside) return keepIn(activeTabGroup);
  // What is behind another tab there stays behind it.
  const others = all.filter((group) => group !== activeTabGroup && group.activeTab?.isPreview === true);
  const steps = others.flatMap(keepIn);
  return steps.length === 0 ? [] : [...steps, ...focusOn(activeTabGroup)];
}

/** Resolves with whether a state of the tabs is reached in time. */
async function until(isReached: () => boolean): Promise<boolean> {
  if (isReached()) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = vscode.window.tabGroups.onDidChangeTabs(() => void (isReached() && resolve()));
  await Promise.race([promise, new Promise((end) => setTimeout(end, longestOpening))]);
  subscription.dispose();
  return isReached();
}

async function openOne({ sides }: DiffPair, title: string, options: vscode.TextDocumentShowOptions): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', ...sides, title, { ...options, preview: false });
}

type Step = string | { readonly command: string; readonly args: readonly unknown[] };

/** The editor's own half of `vscode.changes`, so that the steps around it follow without the extension in between. */
function openSeveral(pairs: readonly DiffPair[], title: string): Step {
  return severalFiles(title, rowsOf(pairs));
}

function severalFiles(title: string, rows: readonly unknown[]): Step {
  return { command: '_workbench.changes', args: [title, rows] };
}

function rowsOf(pairs: readonly DiffPair[]): unknown[] {
  return pairs.map((pair) => {
    const { file, before, after, sides } = pair;
    return isShownWhole(pair, pairs) ? [file, ...sides] : [file, before, after];
  });
}

/**
 * Whether a diff of several files shows both sides of one. Of a tab the editor tells only the files that have both, and by
 * one of them the tab is known to be a review's: where none has, the first is given an empty one.
 */
export function isShownWhole(pair: DiffPair, pairs: readonly DiffPair[]): boolean {
  const hasBoth = ({ before, after }: DiffPair): boolean => before !== undefined && after !== undefined;
  return hasBoth(pair) || (pair === pairs[0] && !pairs.some(hasBoth));
}

async function run(commands: readonly Step[]): Promise<void> {
  try {
    await vscode.commands.executeCommand('runCommands', { commands });
  } catch (cause) {
    if (commands.includes(lock)) await vscode.commands.executeCommand(unlock);
    throw cause;
  }
}

/** Whether the active tab may be what the person types in, so that nothing may come in front of it. */
function mustStayInFront(where: Whereabouts): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab === undefined || reviewsOfTab(tab).length > 0) return false;
  // Terminals and chats can be editors too; what the API shows of them has no properties.
  const input: unknown = tab.input;
  const bare = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
  return where !== 'chat' || bare;
}

const openAtIndex = 'workbench.action.openEditorAtIndex';
const lock = 'workbench.action.lockEditorGroup';
const unlock = 'workbench.action.unlockEditorGroup';
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** What to do before and after a diff of several files has opened, so that the focus is where it was; undefined if unknown. */
function wayBack(where: Whereabouts, aside: boolean): { before: Step[]; after: Step[] } | undefined {
  if (where === 'unknown') return undefined;
  // Where the chat is hidden by now, its input cannot take the focus; in the status bar no key does harm.
  const last = where === 'chat' ? ['workbench.action.focusStatusBar', 'workbench.action.chat.focusInput'] : [];
  if (!aside) return where === 'chat' ? { before: [], after: last } : undefined;
  const ordinal = ordinals[vscode.window.tabGroups.activeTabGroup.viewColumn - 1];
  if (ordinal === undefined) return undefined;
  // What opens while its group is locked opens in another.
  return { before: [lock], after: [`workbench.action.focus${ordinal}EditorGroup`, unlock, ...last] };
}
