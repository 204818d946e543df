import assert from 'node:assert/strict';
import { resolvePath } from '../path/resolvePath.ts';
import { judge, type Policy } from '../../../src/core/rules/judge.ts';
import { compileProtectedFiles } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';
import type { Operation } from '../../../src/core/rules/operation.ts';
import { virtualSubject, type Subject } from '../../../src/core/rules/subject.ts';
import { posix } from '../path/workspaces.ts';

const changing = ['create', 'update', 'delete', 'move'];
const every = ['read', ...changing];
/** What a user writes who lets agents write one folder only. */
const only = { operations: changing, paths: ['**'], except: ['/src/**'], action: 'deny' };
const allowAll = { operations: every, paths: ['**'], action: 'allow' };

function policyOf(rules: readonly unknown[], fold = false): Policy {
  return {
    userRules: parseRules(rules, 'redline.rules', { fold }),
    workspaceRules: { rules: [] },
    protectedFiles: compileProtectedFiles(),
    approvals: [],
    writesEnabled: true,
    trusted: true,
    externalPaths: 'ask',
  };
}

/** What keeps agents from all of a folder but what is in its folders. */
const below = { operations: every, paths: ['x/**'], except: ['/x/*/**'], action: 'deny' };

/** `link>target` is a link, and what ends with `/` a folder. */
function subject(path: string): Subject {
  const [asked = '', real] = path.split('>');
  const facts = { isLinked: real !== undefined, isFolder: asked.endsWith('/') };
  const plain = virtualSubject(resolvePath(asked, posix), facts);
  return real === undefined ? plain : { ...plain, spellings: [...plain.spellings, real] };
}

const outside: Subject = { ...subject('a'), isInside: false, spellings: [], display: '/elsewhere/a' };

const rows: readonly (readonly [title: string, rules: readonly unknown[], Operation, string | Subject, string])[] = [
  ['what is excepted asks, as ever', [only], 'update', 'src/a.ts', 'ask'],
  ['and may be allowed', [only, allowAll], 'update', 'src/a.ts', 'allow'],
  ['all else is denied', [only, allowAll], 'update', 'lib/a.ts', 'deny'],
  ['also what is called so deeper', [only, allowAll], 'create', 'lib/src/a.ts', 'deny'],
  ['the folder itself can be made', [only, allowAll], 'create', 'src/', 'allow'],
  ['and no file in its place', [only, allowAll], 'create', 'src', 'deny'],
  [
    'but a link, whose target may be a folder',
    [only, allowAll],
    'delete',
    { ...subject('src'), isFolder: undefined },
    'allow',
  ],
  ['what is excepted below other names', [below, allowAll], 'update', 'x/y/a.ts', 'allow'],
  ['their folders', [below, allowAll], 'create', 'x/y/', 'allow'],
  ['to be listed, too', [below], 'read', 'x/y/', 'allow'],
  ['and no files beside them', [below, allowAll], 'update', 'x/a.ts', 'deny'],
  ['which cannot be read, either', [below], 'read', 'x/a.ts', 'deny'],
  ['what may become a folder may be looked for', [below], 'read', { ...subject('x/y'), isFolder: undefined }, 'allow'],
  ['an allowing rule leaves out just as much', [{ ...below, action: 'allow' }], 'update', 'x/a.ts', 'allow'],
  ['all may be read', [only], 'read', 'lib/a.ts', 'allow'],
  ['a link out of the folder is no way out', [only, allowAll], 'update', 'src/link>lib/a.ts', 'deny'],
  ['nor one into it a way in', [only, allowAll], 'update', 'lib/link>src/a.ts', 'deny'],
  ['nor is a path outside the workspace', [only, allowAll], 'update', outside, 'deny'],
  ['an allowing rule allows nothing excepted', [{ ...allowAll, except: ['lib'] }], 'update', 'lib/a.ts', 'ask'],
  ['and all else', [{ ...allowAll, except: ['lib'] }], 'update', 'src/a.ts', 'allow'],
  [
    'a rule for all files of a folder leaves those outside alone',
    [{ ...only, paths: ['lib/**'] }],
    'update',
    outside,
    'ask',
  ],

  // Rules that cannot be used hold for what they may mean.
  ['a "!" denies the others', [{ ...only, paths: ['!z/**'], except: [] }, allowAll], 'update', 'a.ts', 'deny'],
  ['and not what stands behind it', [{ ...only, paths: ['!z/**'] }, allowAll], 'update', 'z/a.ts', 'allow'],
  [
    'and no other operation',
    [{ ...only, operations: ['delete'], paths: ['!z/**'] }, allowAll],
    'update',
    'a.ts',
    'allow',
  ],
  ['nor reading', [{ ...only, paths: ['!z/**'] }, allowAll], 'read', 'a.ts', 'allow'],
  ['but reading where it says so', [{ operations: ['read'], paths: ['!z'], action: 'deny' }], 'read', 'a.ts', 'deny'],
  ['a "!" that allows, allows nothing', [{ ...allowAll, paths: ['!z/**'] }], 'update', 'a.ts', 'ask'],
  ['an asking one asks', [{ ...allowAll, action: 'ask', paths: ['!z/**'] }, allowAll], 'update', 'a.ts', 'ask'],
  [
    'a pattern that cannot be read may be any',
    [{ ...only, paths: ['a{'], except: [] }, allowAll],
    'update',
    'b.ts',
    'deny',
  ],
  ['an exception that cannot be read is none', [{ ...only, except: ['src{'] }, allowAll], 'update', 'src/a.ts', 'deny'],
  [
    'an unknown action denies changes there',
    [{ ...allowAll, paths: ['lib'], action: 'alow' }, allowAll],
    'update',
    'lib/a',
    'deny',
  ],
  ['and asks for reading', [{ ...allowAll, paths: ['lib'], action: 'dney' }, allowAll], 'read', 'lib/a', 'ask'],
  ['and nothing elsewhere', [{ ...allowAll, paths: ['lib'], action: 'alow' }, allowAll], 'update', 'src/a', 'allow'],
  ['"write" means every change', [{ ...only, operations: ['write'] }, allowAll], 'create', 'lib/a', 'deny'],
  ['and not reading', [{ ...only, operations: ['write'] }], 'read', 'lib/a', 'allow'],
  ['an unknown operation may be any', [{ ...only, operations: ['reed'] }], 'read', 'lib/a', 'deny'],
  ['a single text is a list of it', [{ operations: 'read', paths: 'lib', action: 'deny' }], 'read', 'src/a', 'allow'],
];

describe('rules with exceptions, and rules that cannot be used', () => {
  for (const [title, rules, operation, at, answer] of rows) {
    it(`${title}: ${operation} ${typeof at === 'string' ? at : at.display}`, () => {
      const verdict = judge(operation, typeof at === 'string' ? subject(at) : at, policyOf(rules));
      assert.equal(verdict.action, answer);
    });
  }

  it('are read, whatever the folder of an exception is', () => {
    for (const pattern of ['./**', './/**', '/./**', '{.//a,b}/**', '{,a}/**', '!/**', '**/**', '[/**']) {
      const { rules } = parseRules([{ ...only, except: [pattern] }], 'redline.rules');
      assert.equal(rules.length, 1, pattern);
    }
  });

  it('except as it is written where a rule denies, in any case where it allows', () => {
    const denies = policyOf([only, allowAll], true);
    assert.equal(judge('update', subject('SRC/a.ts'), denies).action, 'deny');
    const allows = policyOf([{ ...allowAll, except: ['lib'] }], true);
    assert.equal(judge('update', subject('LIB/a.ts'), allows).action, 'ask');
  });
});
