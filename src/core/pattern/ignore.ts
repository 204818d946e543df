// Evaluates git's ignore rules over a tree of folders, reading the ignore file of each folder on demand.
import { readIgnoreRulesYielding, toByteString, type RuleCounts } from './ignoreRules.ts';
import { indexRules, type RuleIndex } from './ruleIndex.ts';
import { runSync, type Yielding } from '../async/yielding.ts';
import type { RepositoryIgnore } from './repositoryFinder.ts';

/** The rule that ignores a path. */
export interface IgnoreMatch {
  /**
   * The folder below which the rules of its file apply: that of a `.gitignore` (`''` for the root), or the top of the
   * nested repository to which a global file belongs; undefined for a global file of the tree.
   */
  readonly directory: string | undefined;
  readonly line: number;
  readonly pattern: string;
  /** The path that the rule matches: the ignored path itself, or an ancestor. */
  readonly path: string;
}

/**
 * The ignore rules that apply to the entries of one folder. A directory walk gets the scope of each subfolder from
 * `enter`.
 */
export interface IgnoreScope {
  /** The rule that ignores an entry, if any. A symbolic link is not a directory, whatever its target. */
  ignoringRule(name: string, isDirectory: boolean): IgnoreMatch | undefined;
  /** The scope of a subfolder. In an ignored folder everything is ignored, and its ignore files are not read. */
  enter(name: string): Promise<IgnoreScope>;
}

/** Git's ignore rules over a tree. Paths are relative to its root, with `/`, without a leading or trailing one. */
export interface IgnoreTree {
  readonly root: Promise<IgnoreScope>;
  isIgnored(path: string, isDirectory: boolean): Promise<boolean>;
  ignoringRule(path: string, isDirectory: boolean): Promise<IgnoreMatch | undefined>;
}

/** Reads the `.gitignore` of a folder (`''` is the root); undefined if it is missing or a link. */
export type ReadIgnoreFile = (
  directory: string,
) => Promise<string | Uint8Array | undefined> | string | Uint8Array | undefined;

export interface IgnoreOptions extends Partial<Pick<RepositoryIgnore, 'globalFiles' | 'ignoreCase'>> {
  /** Finds a nested repository by its top folder. Rules of the enclosing repositories do not apply inside it. */
  readonly findNestedRepository?: (directory: string) => Promise<Pick<RepositoryIgnore, 'globalFiles'> | undefined>;
  /** Runs a generator in time slices. Without it, the work runs synchronously. */
  readonly runYielding?: <T>(work: Yielding<T>) => Promise<T>;
  /**
   * Called with the number of rules of a folder's file (undefined: a global file) that exceed the budget and do not
   * apply.
   */
  readonly onOverBudget?: (directory: string | undefined, count: number) => void;
}

/** Maximum numbers of rules of a file and of a tree, since a hostile workspace may contain millions. */
const maxPerFile: RuleCounts = { literals: 100_000, wildcards: 2000 };
const maxPerTree: RuleCounts = { literals: 200_000, wildcards: 20_000 };

/** The rules of one ignore file. A list of them is in ascending precedence. */
interface FileRules {
  /** As in `IgnoreMatch`. */
  readonly directory: string | undefined;
  readonly findLastMatch: RuleIndex;
}

/**
 * Evaluates git's ignore rules: the deepest `.gitignore` with a matching rule decides, in it the last such rule, and
 * then the global files. Entries below an ignored folder cannot be included again. Each file is read once, on demand.
 */
export function createIgnoreTree(readIgnoreFile: ReadIgnoreFile, options: IgnoreOptions = {}): IgnoreTree {
  const readRules = createRuleReader(options);
  const readGlobalRules = async (contents: readonly (string | Uint8Array)[], directory: string | undefined) =>
    (await Promise.all(contents.map((content) => readRules(content, { directory, isGlobal: true })))).flat();
  const globalRules = readGlobalRules(options.globalFiles ?? [], undefined);
  const scopeByFolder = new Map<string, Promise<IgnoreScope>>();

  const readScope = async (directory: string, rulesAbove: readonly FileRules[]): Promise<IgnoreScope> => {
    const [content, repository] = await Promise.all([
      readIgnoreFile(directory),
      directory === '' ? undefined : options.findNestedRepository?.(directory),
    ]);
    const outerRules = repository === undefined ? rulesAbove : await readGlobalRules(repository.globalFiles, directory);
    const ownRules = content === undefined ? [] : await readRules(content, { directory, isGlobal: false });
    const rules = [...outerRules, ...ownRules];
    return {
      ignoringRule: (name, isDirectory) => findIgnoringRule(rules, joinPath(directory, name), isDirectory),
      enter: (name) => scopeOf(joinPath(directory, name), rules),
    };
  };
  /** The scope of a folder, cached: `rulesAbove`, those of the folders above, are the same at each call. */
  const scopeOf = (directory: string, rulesAbove: readonly FileRules[]): Promise<IgnoreScope> => {
    const cached = scopeByFolder.get(directory);
    if (cached !== undefined) return cached;
    const match = directory === '' ? undefined : findIgnoringRule(rulesAbove, directory, true);
    const scope = match === undefined ? readScope(directory, rulesAbove) : Promise.resolve(createIgnoredScope(match));
    scopeByFolder.set(directory, scope);
    return scope;
  };

  const ignoringRule: IgnoreTree['ignoringRule'] = async (path, isDirectory) => {
    const names = path.split('/');
    const baseName = names.pop() ?? '';
    let scope = await scopeOf('', await globalRules);
    // oxlint-disable-next-line no-await-in-loop -- a folder's rules decide whether the next one is read at all
    for (const name of names) scope = await scope.enter(name);
    return scope.ignoringRule(baseName, isDirectory);
  };
  return {
    get root() {
      return globalRules.then((rules) => scopeOf('', rules));
    },
    ignoringRule,
    isIgnored: async (path, isDirectory) => (await ignoringRule(path, isDirectory)) !== undefined,
  };
}

/** Reads the rules of an ignore file. */
type ReadRules = (content: string | Uint8Array, file: IgnoreFile) => Promise<readonly FileRules[]>;

interface IgnoreFile {
  /** As in `IgnoreMatch`. */
  readonly directory: string | undefined;
  readonly isGlobal: boolean;
}

/** Reads the ignore files of one tree until the tree's budget is exhausted. */
function createRuleReader(options: IgnoreOptions): ReadRules {
  const { runYielding = (work) => Promise.resolve(runSync(work)), onOverBudget } = options;
  const fold = options.ignoreCase === true ? 'ascii' : 'exact';
  const remaining = { ...maxPerTree };
  return async (content, { directory, isGlobal }) => {
    const limits = {
      literals: Math.min(remaining.literals, maxPerFile.literals),
      wildcards: Math.min(remaining.wildcards, maxPerFile.wildcards),
    };
    const { rules, counts, overBudgetCount } = await runYielding(readIgnoreRulesYielding(content, fold, limits));
    remaining.literals -= counts.literals;
    remaining.wildcards -= counts.wildcards;
    if (overBudgetCount > 0) onOverBudget?.(isGlobal ? undefined : directory, overBudgetCount);
    return rules.length === 0 ? [] : [{ directory, findLastMatch: await runYielding(indexRules(rules, fold)) }];
  };
}

function joinPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** The scope of an ignored folder: everything in it is ignored by the same rule. */
function createIgnoredScope(match: IgnoreMatch): IgnoreScope {
  const scope: IgnoreScope = { ignoringRule: () => match, enter: () => Promise.resolve(scope) };
  return scope;
}

/** The rule that ignores a path, if any. The last matching rule of the last file with a match decides. */
function findIgnoringRule(files: readonly FileRules[], path: string, isDirectory: boolean): IgnoreMatch | undefined {
  // Git matches bytes, not characters.
  const bytes = toByteString(path);
  for (const { directory, findLastMatch } of files.toReversed()) {
    const relativePath =
      directory === undefined || directory === '' ? bytes : bytes.slice(toByteString(directory).length + 1);
    const rule = findLastMatch(relativePath, isDirectory);
    if (rule?.isNegated === true) return undefined;
    if (rule !== undefined) return { directory, line: rule.line, pattern: rule.pattern, path };
  }
  return undefined;
}
