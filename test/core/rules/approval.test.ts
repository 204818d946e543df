import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { resolvePath } from '../path/resolvePath.ts';
import { approvalCovers, readStoredApprovals } from '../../../src/core/rules/approval.ts';
import { approvalsOf, offersForFile, offersForCall } from '../../../src/core/rules/approvalOffers.ts';
import type { Operation } from '../../../src/core/rules/operation.ts';
import { subjectOf, virtualSubject, type Subject } from '../../../src/core/rules/subject.ts';
import { posix, several } from '../path/workspaces.ts';

const at = (path: string) => virtualSubject(resolvePath(path, posix));
const { folder } = at('a');

describe('approvals', () => {
  it('are proposed from narrow to wide, in words', () => {
    assert.deepEqual(
      offersForFile('update', 'src/ui/app.ts').map(({ files, glob }) => [inEnglish(phrase('{0}', files)), glob]),
      [
        ['src/ui/app.ts', '/src/ui/app.ts'],
        ['files in src/ui and below', '/src/ui/**'],
        ['all .ts files', '**/*.ts'],
      ],
    );
    assert.deepEqual(
      offersForFile('create', 'LICENSE').map(({ files, glob }) => [inEnglish(phrase('{0}', files)), glob]),
      [
        ['LICENSE', '/LICENSE'],
        ['files directly in the workspace folder', '/*'],
      ],
    );
  });

  const names = ['a.ts', 'src/a.ts', 'app/[id]/(g)/{x}.tsx', 'a b/c,d!e.ts', 'x/@m/+p.ts', 'a*b?.c'];
  for (const name of names) {
    it(`for ${name} cover it, and the first nothing else`, () => {
      const proposals = offersForFile('update', name);
      for (const proposal of proposals) {
        assert.ok(approvalCovers({ ...proposal, scope: 'session', folder }, 'update', at(name)), proposal.glob);
        assert.ok(!approvalCovers({ ...proposal, scope: 'session', folder }, 'delete', at(name)));
      }
      const [narrow] = proposals;
      assert.ok(narrow !== undefined);
      for (const other of ['a.tsx', `z/${name}`, `${name}x`, `${name}/x`, 'app/i/(g)/x.tsx', 'axb1.c']) {
        assert.equal(approvalCovers({ ...narrow, scope: 'always', folder }, 'update', at(other)), false, other);
      }
    });
  }

  it('never cover a name in another Unicode form, which may be another file', () => {
    const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'doc/résumé.md'.normalize(form));
    assert.ok(composed !== undefined && decomposed !== undefined);
    for (const [asked, other] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const [narrow] = offersForFile('update', asked);
      assert.ok(narrow);
      const approval = { ...narrow, scope: 'always', folder } as const;
      assert.deepEqual(
        [asked, other].map((path) => approvalCovers(approval, 'update', at(path))),
        [true, false],
      );
    }
  });

  it('never cover links, doubtful names, places outside, or anything by a broken pattern', () => {
    const all = { operations: ['update'], glob: '**', scope: 'always' } as const;
    assert.equal(approvalCovers(all, 'update', at('a.ts')), true);
    assert.equal(approvalCovers(all, 'update', { ...at('a.ts'), isLinked: true }), false);
    assert.equal(approvalCovers(all, 'update', { ...at('a.ts'), isInside: false }), false);
    assert.equal(approvalCovers(all, 'update', at('a.ts.')), false);
    assert.equal(approvalCovers(all, 'update', at('a\u200b.ts')), false);
    assert.equal(approvalCovers({ ...all, glob: '{**' }, 'update', at('a.ts')), false);
    assert.equal(
      approvalCovers({ ...all, glob: '/src/**', folder }, 'update', {
        ...at('src/a.ts'),
        spellings: ['src/a.ts', 'b.ts'],
      }),
      false,
    );
  });

  it('name the workspace folder for a file with hard links, too', () => {
    const located = resolvePath('app/src/a.ts', several);
    const { root, relative } = located;
    const absolute = `${root.path}/${relative}`;
    const judged = { located, root, relative, inOtherRoots: [], absolute, isLinked: false, warnings: [] };
    const subject = subjectOf(judged, { otherNames: ['src/b.ts'] });
    assert.deepEqual(
      offersForCall([{ operation: 'update', subject }]).map(({ text }) => inEnglish(text)),
      ['Updating files in app/src and below', 'Updating all .ts files in app'],
    );
  });

  it('of one workspace folder cover nothing in another, and say which in words', () => {
    const path = (asked: string) => virtualSubject(resolvePath(asked, several));
    const offers = offersForCall([{ operation: 'update', subject: path('app/src/a.ts') }]);
    assert.deepEqual(
      offers.map(({ text }) => inEnglish(text)),
      ['Updating app/src/a.ts', 'Updating files in app/src and below', 'Updating all .ts files in app'],
    );
    for (const { approvals, text } of offers) {
      const holds = (asked: string): boolean =>
        approvals.some((approval) => approvalCovers({ ...approval, scope: 'always' }, 'update', path(asked)));
      assert.equal(holds('app/src/a.ts'), true, inEnglish(text));
      for (const other of ['lib/src/a.ts', 'mem/src/a.ts', 'far/src/a.ts', '/one/twin/src/a.ts'])
        assert.equal(holds(other), false, `${inEnglish(text)} ${other}`);
    }
  });

  it('of a path hold in a known folder or nowhere; of a type also in all', () => {
    const approval = (glob: string) => ({ operations: ['update'], glob, scope: 'always' }) as const;
    assert.equal(approvalCovers(approval('/src/a.ts'), 'update', at('src/a.ts')), false);
    assert.equal(approvalCovers(approval('**/*.ts'), 'update', at('src/a.ts')), true);
    assert.equal(approvalCovers({ ...approval('**/*.ts'), folder: 'file:///other' }, 'update', at('src/a.ts')), false);
  });

  it('for always cover every folder where their words name none, and otherwise the one that they name', () => {
    const folders = (subject: Subject) =>
      offersForCall([{ operation: 'update', subject }]).map((offer) => [
        inEnglish(offer.text),
        ...approvalsOf(offer, { scope: 'always' }).map((approval) => approval.folder),
      ]);
    const inApp = virtualSubject(resolvePath('app/src/a.ts', several));
    assert.deepEqual(folders(inApp), [
      ['Updating app/src/a.ts', inApp.folder],
      ['Updating files in app/src and below', inApp.folder],
      ['Updating all .ts files in app', inApp.folder],
    ]);
    assert.deepEqual(folders(at('src/a.ts')), [
      ['Updating src/a.ts', folder],
      ['Updating files in src and below', folder],
      ['Updating all .ts files', undefined],
    ]);
    const [, , type] = offersForCall([{ operation: 'update', subject: at('src/a.ts') }]);
    assert.ok(type !== undefined);
    assert.deepEqual(approvalsOf(type, { scope: 'workspace', agent: 'codex' }), [
      { operations: ['update'], glob: '**/*.ts', folder, scope: 'workspace', agent: 'codex' },
    ]);
  });

  it('are offered for a call as a whole: just its paths, then what covers all of them', () => {
    const deeds = (...given: (readonly [Operation, string])[]) =>
      given.map(([operation, path]) => ({ operation, subject: at(path) }));
    const words = (...given: (readonly [Operation, string])[]) =>
      offersForCall(deeds(...given)).map((offer) => inEnglish(offer.text));
    assert.deepEqual(words(['update', 'src/a.ts']), [
      'Updating src/a.ts',
      'Updating files in src and below',
      'Updating all .ts files',
    ]);
    assert.deepEqual(words(['update', 'src/a.ts'], ['update', 'src/ui/b.ts']), [
      'Updating just these 2 paths: src/a.ts, src/ui/b.ts',
      'Updating files in src and below',
      'Updating all .ts files',
    ]);
    assert.deepEqual(words(['update', 'src/a.ts'], ['delete', 'b.md']), [
      'Changing just these 2 paths: src/a.ts, b.md',
    ]);
    assert.deepEqual(words(['update', 'src/a.ts'], ['update', 'a\u200b.ts']), []);
  });

  it('that are taken cover each change of the call, and no other operation on its path', () => {
    const [just] = offersForCall([
      { operation: 'update', subject: at('src/a.ts') },
      { operation: 'delete', subject: at('b.md') },
    ]);
    const holds = (operation: Operation, path: string): boolean =>
      just?.approvals.some((approval) => approvalCovers({ ...approval, scope: 'session' }, operation, at(path))) ===
      true;
    assert.deepEqual(
      [holds('update', 'src/a.ts'), holds('delete', 'b.md'), holds('delete', 'src/a.ts'), holds('update', 'b.md')],
      [true, true, false, false],
    );
  });
});

const valid = { operations: ['update'], glob: '/src/**', folder: 'file:///ws' };
const invalid: readonly unknown[] = [
  { ...valid, operations: ['update', 'run'] },
  { ...valid, operations: 'update' },
  { ...valid, glob: undefined },
  { ...valid, folder: 1 },
  { ...valid, agent: null },
  // As from a later version, in which it may narrow the approval.
  { ...valid, expires: 1 },
  '/src/**',
  null,
];

describe('stored approvals', () => {
  for (const entry of invalid)
    it(`an invalid one allows nothing, hides no other, and is kept: ${JSON.stringify(entry)}`, () => {
      const other = { ...valid, agent: 'codex' };
      assert.deepEqual(readStoredApprovals([valid, entry, other]), { valid: [valid, other], invalid: [entry] });
    });

  for (const value of [undefined, null, {}, 'x', valid])
    it(`are none where no list is stored: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readStoredApprovals(value), { valid: [], invalid: [] });
    });
});
