import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { defaultProtectedFiles, defaultSecretFiles } from '../../../src/core/rules/defaultProtected.ts';
import { editorDefaults, guarded } from './tables.guarded.ts';
import { open, secrets, spellings } from './tables.names.ts';
import { parseProtected, compileProtectedFiles } from '../../../src/core/rules/protected.ts';

const files = compileProtectedFiles();

describe('protected files', () => {
  it('hold everything that the editor itself holds back', () => {
    for (const pattern of editorDefaults) assert.ok(defaultProtectedFiles.includes(pattern), pattern);
  });

  for (const [kind, paths] of Object.entries(guarded)) {
    it(`guard ${kind}`, () => {
      for (const path of paths) {
        for (const spelling of [path, `a/b/${path}`, path.toUpperCase()]) {
          assert.notEqual(files.matchChange([spelling]), undefined, spelling);
        }
      }
    });
  }

  it('guard secrets, also against reading', () => {
    for (const path of secrets) {
      for (const spelling of [path, `a/b/${path}`, path.toUpperCase()]) {
        assert.notEqual(files.matchRead([spelling]), undefined, spelling);
        assert.notEqual(files.matchChange([spelling]), undefined, spelling);
      }
    }
  });

  it('guard the hashed passwords of the system where /etc is the workspace', () => {
    for (const path of ['shadow', 'gshadow']) assert.notEqual(files.matchRead([path]), undefined, path);
  });

  for (const spelling of spellings) {
    it(`know ${JSON.stringify(spelling)}`, () => assert.notEqual(files.matchChange([spelling]), undefined));
  }

  it('leave the rest alone', () => {
    for (const path of open) {
      assert.equal(files.matchChange([path])?.pattern, undefined, path);
      assert.equal(files.matchRead([path])?.pattern, undefined, path);
    }
  });

  it('let the published examples of secrets be read, under their plain names', () => {
    for (const path of ['.env.example', 'a/.env.sample', '.env.template', 'id_rsa.pub', 'example.env']) {
      assert.equal(files.matchRead([path]), undefined, path);
    }
    for (const path of [
      '.env:.example',
      '.env.example/.env',
      '.env.local.example',
      '.env%2eexample%00',
      '.ssh/id_rsa',
    ]) {
      assert.notEqual(files.matchRead([path]), undefined, path);
    }
    assert.notEqual(files.matchRead(['.env.example', '.env']), undefined, 'another spelling is the secret itself');
    assert.notEqual(files.matchChange(['.env.example']), undefined);
  });

  it('say which pattern, and why', () => {
    assert.deepEqual(files.matchRead(['x/key.pem']), {
      pattern: defaultSecretFiles.find((pattern) => pattern.includes('pem')),
      reason: phrase('it may contain secrets'),
    });
  });
});

describe('parseProtected', () => {
  it('takes a list of patterns; secrets stay guarded', () => {
    const { files: own, problem } = parseProtected(['*.sql', 'deploy/'], 'redline.protectedFiles');
    assert.equal(problem, undefined);
    assert.notEqual(own.matchChange(['a/X.SQL']), undefined);
    assert.notEqual(own.matchChange(['deploy/x']), undefined);
    assert.equal(own.matchChange(['package.json']), undefined);
    assert.notEqual(own.matchRead(['.env']), undefined);
  });

  for (const value of [5, 'a', {}, [1], [''], ['!a'], ['a{'], ['a\\b'], Array.from({ length: 501 }, () => 'a')]) {
    it(`refuses ${JSON.stringify(value).slice(0, 30)} and keeps the defaults`, () => {
      const { files: kept, problem } = parseProtected(value, 'redline.protectedFiles');
      assert.match(
        problem === undefined ? '' : inEnglish(problem),
        /redline\.protectedFiles.*every change needs approval/,
      );
      assert.notEqual(kept.matchChange(['package.json']), undefined);
    });
  }
});
