import { coversAny, compileGlob } from '../../../src/core/pattern/glob.ts';
import { compileRuleGlob } from '../../../src/core/rules/ruleGlob.ts';
import { compileWildcard, lower } from '../../../src/core/pattern/wildcard.ts';
import { readIgnoreRules, toBytes } from '../../../src/core/pattern/ignoreRules.ts';
import { indexRules } from '../../../src/core/pattern/ruleIndex.ts';
import { nearNames } from '../../../src/core/wording/nearNames.ts';
import { gitConfigEntries, lastValues } from '../../../src/core/git/gitConfig.ts';
import { atOnce } from '../../../src/core/async/yielding.ts';
import { renamesAmong } from '../../../src/core/change/renames.ts';
import { firstByPath, pathKey, sortPaths } from '../../../src/core/path/comparePaths.ts';
import { absoluteOf, locatePath } from '../../../src/core/path/locatePath.ts';
import { doubtsOf, refusalOf } from '../../../src/core/path/segment.ts';
import { judge } from '../../../src/core/rules/judge.ts';
import { protectedFiles } from '../../../src/core/rules/protected.ts';
import { operations, parseRules } from '../../../src/core/rules/rule.ts';
import { subjectOfAsked } from '../../../src/core/rules/subject.ts';
import { numbersFrom, type Draw } from '../../random.ts';
import * as workspaces from '../path/workspaces.ts';
import { assertRecorded, attempt, outcomesOf, pick, some } from './recorded.ts';

const names =
  'a b A ab .git .env .hidden src lib a.ts b.js A.TS [id] x{y} node_modules été ÉTÉ e\u0301 \u200b a\u00adb . .. ... con NUL.txt a: a. b\u0020 package.json .vscode/tasks.json ~ $HOME %2e%2e %2f \uff0e\uff0e 😀 \ud800 -x #x !x'.split(
    ' ',
  );
const path = (draw: Draw): string => some(draw, names, 4).join('/');

const wild =
  '* ** ? [ab] [!a] [^a] [a-c] [[:alpha:]] [[:upper:]] [] [a {a,b} {a,{b,.ts}} {a { } \\* \\a \\ ! / // a b .ts src é ./ ../ ** #'
    .split(' ')
    .concat(['/', '/', '/', '*', '**', ' ', '(a)', '+(a)', '{1..3}']);
const pattern = (draw: Draw): string => some(draw, wild, 5).join('');

const paths =
  'a b ab a.ts b/a.ts src src/a src/b/a.ts src/b/c/x.ts .git/a .hidden/a a/b [ab]/a é/a É/A {a}/b A.TS x* a\\b c/.ts a b/'.split(
    ' ',
  );

const contexts = Object.values(workspaces);

describe('what comes of paths', () => {
  it('is as it was: globs and wildcards', async () => {
    const draw = numbersFrom(21);
    const make = () => ({
      pattern: pattern(draw),
      anchored: draw(2) === 0,
      fold: draw(2) === 0,
      escapes: draw(4) === 0,
      exact: draw(4) === 0,
    });
    const work = ({ pattern, anchored, fold, ...more }: ReturnType<typeof make>) => [
      attempt(() => {
        const glob = compileGlob(pattern, { anchored, ignoreCase: fold });
        const any = glob.negated ? () => false : coversAny([glob]);
        return [glob.negated, paths.map((one) => [glob.matches(one), glob.covers(one), any(one)].map(Number).join(''))];
      }),
      attempt(() => {
        const glob = compileRuleGlob(pattern, { fold, ...more });
        return [glob.weight, paths.map((one) => Number(glob.matches(one)))];
      }),
      (['exact', 'ascii', 'unicode'] as const).map((fold) => {
        const wildcard = compileWildcard(pattern, fold);
        return wildcard && paths.map((one) => Number(wildcard.matches(lower(one, fold))));
      }),
    ];
    assertRecorded('globs', await outcomesOf(3000, make, work));
  });

  it('is as it was: ignore rules', async () => {
    const draw = numbersFrom(22);
    const make = () => ({
      rules: Array.from(
        { length: 1 + draw(5) },
        () => pick(draw, ['', '!', '#', ' ', '/']) + pattern(draw) + pick(draw, ['', '/', ' ', '\\ ', '\r']),
      ).join('\n'),
      fold: pick(draw, ['exact', 'ascii'] as const),
    });
    const work = ({ rules, fold }: ReturnType<typeof make>) => {
      const read = readIgnoreRules(rules, fold);
      const index = atOnce(indexRules(read, fold));
      const placeOf = (one: string, isFolder: boolean): number => {
        const match = index(toBytes(one), isFolder);
        return match === undefined ? -1 : read.indexOf(match);
      };
      return paths.map((one) => [placeOf(one, false), placeOf(one, true)]);
    };
    assertRecorded('ignore-rules', await outcomesOf(1500, make, work));
  });

  it('is as it was: paths as they are asked for', async () => {
    const draw = numbersFrom(23);
    const front = [
      '',
      '',
      '',
      '/',
      '/home/u/ws/',
      'c:\\Users\\u\\ws\\',
      'C:/Users/u/ws/',
      'file:///home/u/ws/',
      './',
      '../',
      '//server/share/',
      'app/',
      'twin/',
      'memfs:/proj/',
      '\\\\?\\c:\\',
      'vscode-remote://ssh-remote%2Bbox/home/far/',
      'ws/',
      '/repo/app/packages/',
    ];
    const make = () => ({
      asked:
        pick(draw, front) +
        some(draw, names, 4).join(pick(draw, ['/', '/', '\\', '//'])) +
        pick(draw, ['', '', '/', ' ']),
      context: pick(draw, contexts),
    });
    const work = ({ asked, context }: ReturnType<typeof make>) => {
      const { windows } = context.flavour;
      const at = locatePath(asked, context);
      return [
        at,
        'relative' in at ? absoluteOf(at, windows) : undefined,
        refusalOf(asked, windows),
        doubtsOf(asked, windows),
      ];
    };
    assertRecorded('asked-paths', await outcomesOf(5000, make, work));
  });

  it('is as it was: verdicts', async () => {
    const draw = numbersFrom(24);
    const rule = () => ({
      operations: some(draw, [...operations, 'move', 'fly'], 3),
      paths: [pattern(draw), path(draw), '**'].slice(draw(3)),
      action: pick(draw, ['allow', 'ask', 'deny', 'allow', 'no']),
      ...(draw(9) === 0 ? { extra: 1 } : {}),
    });
    const make = () => ({
      asked: pick(draw, ['', 'src/', '.git/']) + path(draw),
      operation: pick(draw, operations),
      implied: some(draw, operations, 1),
      context: pick(draw, contexts),
      user: draw(9) === 0 ? 'x' : Array.from({ length: draw(4) }, rule),
      workspace: Array.from({ length: draw(3) }, rule),
      glob: pattern(draw),
      bits: draw(64),
    });
    const work = ({ asked, operation, implied, context, user, workspace, glob, bits }: ReturnType<typeof make>) => {
      const fold = context.flavour.caseInsensitive;
      const at = locatePath(asked, context);
      if (!('relative' in at)) return at;
      const subject = subjectOfAsked(at, bits % 8 === 0);
      return judge(
        operation,
        subject,
        {
          userRules: parseRules(user, 'redline.rules', { fold }),
          workspaceRules: parseRules(workspace, 'redline.workspaceRules', { tightenOnly: true, fold }),
          protectedFiles: protectedFiles(),
          approvals: bits % 4 === 0 ? [{ operations, glob, scope: 'session', folder: subject.folder }] : [],
          writesEnabled: bits % 16 !== 3,
          trusted: bits % 16 !== 5,
          externalPaths: bits % 2 === 0 ? 'deny' : 'ask',
        },
        implied,
      );
    };
    assertRecorded('verdicts', await outcomesOf(3000, make, work));
  });

  it('is as it was: names, their order and their likeness', async () => {
    const draw = numbersFrom(25);
    const config = [
      '[core]',
      '[Core "a\\"b"]',
      '\tignoreCase = true',
      'x',
      'name = "a # b" ; c',
      'path = a\\',
      '  b',
      '# c',
      '[core',
      'a = \\t"',
      '',
      ' y=  1 ',
    ];
    const make = () => ({
      list: Array.from({ length: draw(9) }, () => path(draw)),
      wanted: path(draw),
      config: some(draw, config, 7).join(pick(draw, ['\n', '\r\n'])),
      n: draw(5),
    });
    const work = ({ list, wanted, config, n }: ReturnType<typeof make>) => {
      const hashed = list.map((one, at) => ({
        path: one,
        sha256: at % 4 === 3 ? undefined : String((one.length + at) % 3),
      }));
      return [
        sortPaths(list),
        list.map(pathKey),
        firstByPath(list, n, (one) => one),
        nearNames(wanted, list),
        atOnce(renamesAmong(hashed.slice(0, n), hashed.slice(n))),
        [...lastValues(gitConfigEntries(config))],
      ];
    };
    assertRecorded('names', await outcomesOf(2000, make, work));
  });
});
