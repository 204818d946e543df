import { rulesInTurns, toBytes, type RuleBudget } from './ignoreRules.ts';
import { indexRules, type RuleIndex } from './ruleIndex.ts';
import { atOnce, type Yielding } from '../async/yielding.ts';

/** Why a path is ignored: the folder of the deciding file (`''` is the root; `undefined`: an outer file), and its rule. */
export interface IgnoreReason {
  readonly directory: string | undefined;
  readonly line: number;
  readonly pattern: string;
  /** The ignored path that decides: the path itself, or the parent folder that takes it along. */
  readonly path: string;
}

/** What one folder ignores of its entries, for a walk from the top. */
export interface IgnoreScope {
  /** `undefined`: not ignored. A symbolic link is no directory, wherever it leads. */
  reason(name: string, isDirectory: boolean): IgnoreReason | undefined;
  /** The scope of a subfolder. In an ignored folder everything is ignored, and no file in it is read any more. */
  enter(name: string): Promise<IgnoreScope>;
}

/** Git's ignore rules over a tree. Paths are relative to its root, with `/`, without a leading or trailing one. */
export interface IgnoreTree {
  readonly root: Promise<IgnoreScope>;
  isIgnored(path: string, isDirectory: boolean): Promise<boolean>;
  reason(path: string, isDirectory: boolean): Promise<IgnoreReason | undefined>;
}

/** Content of the `.gitignore` of a folder (`''` is the root), `undefined` where there is none or where it is a link. */
export type ReadIgnoreFile = (
  directory: string,
) => Promise<string | Uint8Array | undefined> | string | Uint8Array | undefined;

export interface IgnoreOptions {
  /** Contents of the outer files, weakest first: `core.excludesFile`, then `.git/info/exclude`. */
  readonly outer?: readonly (string | Uint8Array)[];
  /** Git's `core.ignoreCase`, on by default where git runs on macOS and Windows. */
  readonly ignoreCase?: boolean;
  /** The repository that begins in a folder below the root: in it the rules of those around it do not hold. */
  readonly repositoryIn?: (directory: string) => Promise<Pick<Repository, 'outer'> | undefined>;
  /** Has work done in turns; at once if absent. */
  readonly inTurns?: <T>(turns: Yielding<T>) => Promise<T>;
  /** Told how many rules of a folder's file (`undefined`: of an outer one) were too many, and do not hold. */
  readonly onLeftOut?: (directory: string | undefined, count: number) => void;
}

/** Rules that are heeded, in one file and in all of a tree: a workspace may bring any number. */
const maxInFile: RuleBudget = { rules: 100_000, wildcards: 2000 };
const maxInTree: RuleBudget = { rules: 200_000, wildcards: 20_000 };

/** A git repository as far as its ignore rules go. */
export interface Repository {
  /** Absolute path of its working tree, in the system's form. */
  readonly top: string;
  /** As in `IgnoreOptions`. */
  readonly outer: readonly (string | Uint8Array)[];
  readonly ignoreCase: boolean;
}

/** The repositories of the local disk. Folders are absolute paths of the system. */
export interface Repositories {
  /** The one that a folder belongs to; where it belongs to none, the folder itself with the person's own rules. */
  around(folder: string): Promise<Repository>;
  /** The one whose working tree begins in a folder. */
  in(folder: string): Promise<Repository | undefined>;
}

interface RuleList {
  readonly directory: string | undefined;
  readonly last: RuleIndex;
}

/**
 * Git's verdict on paths: the deepest `.gitignore` with a matching rule decides, in it the last such rule; the outer
 * files come after all of them; and nothing below an ignored folder can be taken back.
 * Each folder's file is read once, when something in that folder is first asked about.
 */
export function ignoreTree(readIgnoreFile: ReadIgnoreFile, options: IgnoreOptions = {}): IgnoreTree {
  const listOf = listReader(options);
  const listsOf = async (contents: readonly (string | Uint8Array)[], directory: string | undefined) =>
    (await Promise.all(contents.map((content) => listOf(content, directory)))).flat();
  const outer = listsOf(options.outer ?? [], undefined);
  const scopes = new Map<string, Promise<IgnoreScope>>();

  const open = async (directory: string, around: readonly RuleList[]): Promise<IgnoreScope> => {
    const [content, repository] = await Promise.all([
      readIgnoreFile(directory),
      directory === '' ? undefined : options.repositoryIn?.(directory),
    ]);
    const lists = repository === undefined ? around : await listsOf(repository.outer, directory);
    const own = content === undefined ? lists : [...lists, ...(await listOf(content, directory))];
    return {
      reason: (name, isDirectory) => decide(own, join(directory, name), isDirectory),
      enter: (name) => enter(join(directory, name), own),
    };
  };
  const enter = (directory: string, lists: readonly RuleList[]): Promise<IgnoreScope> => {
    const known = scopes.get(directory);
    if (known !== undefined) return known;
    const why = directory === '' ? undefined : decide(lists, directory, true);
    const scope = why === undefined ? open(directory, lists) : Promise.resolve(closed(why));
    scopes.set(directory, scope);
    return scope;
  };

  const reason: IgnoreTree['reason'] = async (path, isDirectory) => {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let scope = await enter('', await outer);
    // oxlint-disable-next-line no-await-in-loop -- a folder's rules decide whether the next one is read at all
    for (const name of names) scope = await scope.enter(name);
    return scope.reason(last, isDirectory);
  };
  return {
    get root() {
      return outer.then((lists) => enter('', lists));
    },
    reason,
    isIgnored: async (path, isDirectory) => (await reason(path, isDirectory)) !== undefined,
  };
}

type ReadList = (content: string | Uint8Array, directory: string | undefined) => Promise<readonly RuleList[]>;

/** Reads the files of rules of one tree, as many rules as fit. */
function listReader(options: IgnoreOptions): ReadList {
  const { inTurns = (turns) => Promise.resolve(atOnce(turns)), onLeftOut } = options;
  const fold = options.ignoreCase === true ? 'ascii' : 'exact';
  const left = { ...maxInTree };
  return async (content, directory) => {
    const budget = {
      rules: Math.min(left.rules, maxInFile.rules),
      wildcards: Math.min(left.wildcards, maxInFile.wildcards),
    };
    const before = { ...budget };
    const { rules, leftOut } = await inTurns(rulesInTurns(content, fold, budget));
    left.rules -= before.rules - budget.rules;
    left.wildcards -= before.wildcards - budget.wildcards;
    if (leftOut > 0) onLeftOut?.(directory, leftOut);
    return rules.length === 0 ? [] : [{ directory, last: await inTurns(indexRules(rules, fold)) }];
  };
}

function join(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

function closed(why: IgnoreReason): IgnoreScope {
  const scope: IgnoreScope = { reason: () => why, enter: () => Promise.resolve(scope) };
  return scope;
}

function decide(lists: readonly RuleList[], path: string, isDirectory: boolean): IgnoreReason | undefined {
  const bytes = toBytes(path);
  for (const { directory, last } of lists.toReversed()) {
    const below = directory === undefined || directory === '' ? bytes : bytes.slice(toBytes(directory).length + 1);
    const rule = last(below, isDirectory);
    if (rule?.negated === true) return undefined;
    if (rule !== undefined) return { directory, line: rule.line, pattern: rule.pattern, path };
  }
  return undefined;
}
