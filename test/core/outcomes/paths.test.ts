import { coversAny, compileGlob } from '../../../src/core/pattern/glob.ts';
import { compileRuleGlob, type RuleGlobOptions } from '../../../src/core/rules/parse/ruleGlob.ts';
import { compileWildcard, foldCase, type CaseFold } from '../../../src/core/pattern/wildcard.ts';
import { readIgnoreRules, toByteString } from '../../../src/core/pattern/ignoreRules.ts';
import { indexRules } from '../../../src/core/pattern/ruleIndex.ts';
import { suggestNames } from '../../../src/core/wording/nearNames.ts';
import { parseGitConfig, lastValues } from '../../../src/core/git/gitConfig.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { pairRenames } from '../../../src/core/change/renames.ts';
import { firstByPath, pathKey, sortPaths } from '../../../src/core/path/comparePaths.ts';
import { absolutePathOf, locatePath, type InsidePath, type OutsidePath } from '../../../src/core/path/locatePath.ts';
import { pathWarningsIn, refusalOf } from '../../../src/core/path/misleadingNames.ts';
import { judge } from '../../../src/core/rules/judge.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import { operations, type Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject } from '../../../src/core/rules/subject.ts';
import type { PathContext } from '../../../src/core/path/pathParts.ts';
import * as workspaces from '../path/workspaces.ts';
import { attempt, outcomesHold } from './outcomes.ts';

/** A located path with the names of the recorded outcomes. */
function asRecorded({ isFolder, ...located }: InsidePath | OutsidePath): object {
  return { ...located, folder: isFolder };
}

const contexts: ReadonlyMap<string, PathContext> = new Map(Object.entries(workspaces));

function contextOf(name: string): PathContext {
  const context = contexts.get(name);
  if (context === undefined) throw new RangeError(`no workspace is called ${name}`);
  return context;
}

interface GlobInput extends RuleGlobOptions {
  readonly pattern: string;
  readonly path: string;
  readonly anchored: boolean;
  readonly fold: boolean;
}

interface IgnoreInput {
  readonly rules: string;
  readonly fold: CaseFold;
  readonly path: string;
  readonly isFolder: boolean;
}

interface VerdictInput {
  readonly asked: string;
  readonly opened: string;
  readonly operation: Operation;
  readonly implied: readonly Operation[];
  readonly user: unknown;
  readonly workspace: unknown;
  readonly glob: string;
  /** Chooses the other facts of the policy. */
  readonly bits: number;
}

interface NamesInput {
  readonly list: readonly string[];
  readonly wanted: string;
  readonly config: string;
  readonly n: number;
}

describe('what comes of paths', () => {
  outcomesHold('globs', ({ pattern, path, anchored, fold, ...more }: GlobInput) => ({
    tools: attempt(() => {
      const glob = compileGlob(pattern, { isAnchored: anchored, ignoreCase: fold });
      return [glob.matches(path), glob.covers(path), !glob.isNegated && coversAny([glob])(path)];
    }),
    rules: attempt(() => {
      const glob = compileRuleGlob(pattern, { fold, ...more });
      return [glob.complexity, glob.matches(path)];
    }),
    wildcard: (['exact', 'ascii', 'unicode'] as const).map((each) =>
      compileWildcard(pattern, each)?.matches(foldCase(path, each)),
    ),
  }));

  outcomesHold('ignore-rules', ({ rules, fold, path, isFolder }: IgnoreInput) => {
    const { line, isNegated: negated } =
      runSync(indexRules(readIgnoreRules(rules, fold), fold))(toByteString(path), isFolder) ?? {};
    return { line, negated };
  });

  outcomesHold('asked-paths', ({ asked, opened }: { readonly asked: string; readonly opened: string }) => {
    const context = contextOf(opened);
    const { isWindows } = context.flavour;
    const at = locatePath(asked, context);
    const absolute = 'relative' in at ? absolutePathOf(at, isWindows) : undefined;
    return [asRecorded(at), absolute, refusalOf(asked, isWindows), pathWarningsIn(asked, isWindows)];
  });

  outcomesHold('verdicts', ({ asked, opened, operation, implied, user, workspace, glob, bits }: VerdictInput) => {
    const context = contextOf(opened);
    const fold = context.flavour.ignoreCase;
    const at = locatePath(asked, context);
    if (!('relative' in at)) return asRecorded(at);
    const subject = virtualSubject(at, { isLinked: bits % 8 === 0 });
    const policy = {
      userRules: parseRules(user, 'redline.rules', { fold }),
      workspaceRules: parseRules(workspace, 'redline.workspaceRules', { tightenOnly: true, fold }),
      protectedFiles: compileProtectedFiles(),
      approvals: bits % 4 === 0 ? [{ operations, glob, scope: 'session' as const, folder: subject.folder }] : [],
      writesEnabled: bits % 16 !== 3,
      trusted: bits % 16 !== 5,
      externalPaths: bits % 2 === 0 ? ('deny' as const) : ('ask' as const),
    };
    return judge(operation, subject, policy, implied);
  });

  outcomesHold('names', ({ list, wanted, config, n }: NamesInput) => {
    const hashed = list.map((path, at) => ({
      path,
      sha256: at % 4 === 3 ? undefined : String((path.length + at) % 3),
    }));
    return {
      sorted: runSync(sortPaths(list)),
      keys: list.map(pathKey),
      first: firstByPath(list, n, (path) => path),
      near: suggestNames(wanted, list),
      renames: runSync(pairRenames(hashed.slice(0, n), hashed.slice(n))),
      config: [...lastValues(parseGitConfig(config))],
    };
  });
});
