import assert from 'node:assert/strict';
import { phrase } from '../../../src/core/wording/phrase.ts';
import { array, assert as check, constantFrom, property } from 'fast-check';
import { judge, type Policy } from '../../../src/core/rules/judge.ts';
import { compilePlainReadTest, compileReadAction } from '../../../src/core/rules/plainlyReadable.ts';
import { parseProtected } from '../../../src/core/rules/protected.ts';
import { parseRules } from '../../../src/core/rules/parse/rule.ts';

function policyWith(...patterns: string[]): Policy {
  const rules = patterns.map((path, index) => ({
    operations: ['read'],
    paths: [path],
    action: index % 2 === 0 ? 'deny' : 'ask',
  }));
  return {
    userRules: parseRules(rules, 'redline.rules', { fold: true }),
    workspaceRules: parseRules(undefined, 'redline.workspaceRules'),
    protectedFiles: parseProtected(undefined, 'redline.protectedFiles').files,
    approvals: [],
    writesEnabled: true,
    trusted: true,
    externalPaths: 'deny',
  };
}

function isAllowed(path: string, policy: Policy): boolean {
  const subject = {
    display: path,
    isInside: true,
    spellings: [path],
    spellingsWithFolderName: [path],
    isLinked: false,
    warnings: [],
  };
  return judge('read', subject, policy).action === 'allow';
}

describe('the quick test for what may be read', () => {
  const cases: [string, string[], boolean][] = [
    ['src/app.ts', [], true],
    ['.github/workflows/ci.yml', [], false],
    ['src/.eslintrc', [], true],
    ['.env', [], false],
    ['deep/.ENV', [], false],
    ['keys/server.pem', [], false],
    ['src/größer.ts', [], false],
    ['a b.ts', [], false],
    ['private/a.ts', ['private/**'], false],
    ['PRIVATE/a.ts', ['private/**'], false],
    ['public/a.ts', ['private/**'], true],
    ['src/a.ts', ['**'], false],
    ['src/a.ts', ['[a-z]*/**'], false],
  ];
  for (const [path, patterns, expected] of cases) {
    it(`says ${expected ? 'yes' : 'not yet'} for ${path}${patterns.length > 0 ? ` with ${patterns.join()}` : ''}`, () => {
      assert.equal(compilePlainReadTest(policyWith(...patterns))(path), expected);
    });
  }

  it('is not asked about what is outside, doubted, or has another name that is a secret', () => {
    const plain = {
      display: 'a.ts',
      isInside: true,
      spellings: ['a.ts'],
      spellingsWithFolderName: ['a.ts'],
      isLinked: false,
      warnings: [],
    };
    const doubt = (reading: boolean) => [{ message: phrase('its link cannot be followed'), reading }];
    for (const [subject, action] of [
      [plain, 'allow'],
      [{ ...plain, warnings: doubt(false) }, 'allow'],
      [{ ...plain, warnings: doubt(true) }, 'ask'],
      [{ ...plain, isInside: false }, 'deny'],
      [{ ...plain, spellingsWithFolderName: ['a.ts', '.env'] }, 'ask'],
      [{ ...plain, spellings: ['a.ts', 'private/a.ts'] }, 'deny'],
    ] as const) {
      assert.equal(compileReadAction([policyWith('private/**')])(subject), action, JSON.stringify(subject));
      assert.equal(judge('read', subject, policyWith('private/**')).action, action);
    }
    assert.equal(compileReadAction([policyWith(), policyWith('a.ts')])(plain), 'deny');
  });

  it('never says yes where the rules do not', () => {
    const names = [
      'a',
      'src',
      '.env',
      'x.pem',
      'Private',
      '.aws',
      'credentials.json',
      'b.KEY',
      'id_rsa',
      'private.ts',
      '~1',
    ];
    const patterns = ['private', 'a/**', '**/src/*.pem', 'src/{a,b}', './a', '/x.pem', '*.KEY', 'a?c', 'src/'];
    const path = array(constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const policies = constantFrom(...patterns.map((one, at) => policyWith(one, patterns[at - 1] ?? one)));
    let yes = 0;
    check(
      property(path, policies, (one, policy) => {
        if (!compilePlainReadTest(policy)(one)) return true;
        yes++;
        return isAllowed(one, policy);
      }),
      { seed: 5, numRuns: 400 },
    );
    assert.ok(yes > 20, `it says yes to ${yes} of 400`);
  });
});
