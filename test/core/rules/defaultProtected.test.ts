import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { defaultProtectedFiles } from '../../../src/core/rules/defaultProtected.ts';
import { operations } from '../../../src/core/rules/operation.ts';

interface Setting {
  readonly default: unknown;
  readonly scope: string;
  readonly items?: { readonly properties?: { readonly operations: { readonly items: { readonly enum: unknown } } } };
}

describe('the settings of the gate in the manifest', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const groups: readonly { readonly properties: Readonly<Record<string, Setting>> }[] =
    manifest.contributes.configuration;
  const settings = Object.assign({}, ...groups.map(({ properties }) => properties)) as Readonly<
    Record<string, Setting>
  >;

  it('protect by default what the core protects', () => {
    assert.deepEqual(settings['redline.protectedFiles']?.default, defaultProtectedFiles);
  });

  it('let a workspace set nothing but its own, tightening rules', () => {
    const own = Object.entries(settings).filter(([, { scope }]) => scope !== 'application');
    assert.deepEqual(
      own.map(([name]) => name),
      ['redline.workspaceRules'],
    );
  });

  it('know the operations that rules know', () => {
    for (const name of ['redline.rules', 'redline.workspaceRules']) {
      assert.deepEqual(settings[name]?.items?.properties?.operations.items.enum, operations);
    }
  });
});
