import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { normalizeAgentName } from '../../../src/core/endpoint/agents.ts';
import { compileRuleGlob } from '../../../src/core/rules/parse/ruleGlob.ts';

interface Patterns {
  readonly items: { readonly allOf: readonly { readonly pattern: string; readonly patternErrorMessage: string }[] };
}

interface Choices {
  readonly items: {
    readonly anyOf: readonly { readonly enum?: readonly string[]; readonly enumDescriptions?: readonly string[] }[];
  };
}

/** Patterns, and what the settings editor says of one that is not taken. */
const table: readonly (readonly [pattern: string, says: string | undefined])[] = [
  ['src/**', undefined],
  ['./src/**', undefined],
  ['/src', undefined],
  ['**/*.{js,ts}', undefined],
  ['.github/**', undefined],
  ['..hidden/[!a]x', undefined],
  ['!z/**', 'not'],
  ['!(a)', 'not'],
  ['src\\**', 'backslash'],
  ['../x', 'dots'],
  ['a/../x', 'dots'],
  ['a/.', 'dots'],
  ['./../x', 'dots'],
  ['+(a|b)', 'group'],
  ['a/@(b)', 'group'],
  ['src//a', 'slashes'],
  ['src/*//', 'slashes'],
  ['//src', undefined],
];

/** Words for agents, likewise. */
const agents: readonly (readonly [word: string, says: string | undefined])[] = [
  ['codex', undefined],
  ['vscode', undefined],
  ['extension', undefined],
  ['my-agent-2', undefined],
  ['unknown', undefined],
  ['user', 'user'],
  ['claude-code', 'known'],
  ['gemini-cli', 'known'],
  ['copilot-cli', 'known'],
  ['qwencode', 'known'],
  ['vs-code', 'known'],
  ['Codex', 'id'],
  ['Claude Code', 'id'],
  ['@cline', 'id'],
  ['codex-', 'id'],
  ['*', 'id'],
  ['', 'id'],
];

describe('the schema of the rules in the manifest', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL('../../../package.nls.json', import.meta.url), 'utf8'),
  );
  const lists = [...manifest.matchAll(/"(?:paths|except)": (\{\s*"type": "array",[\s\S]*?\n {16}\})/g)].map(
    ([, text = '']): Patterns => JSON.parse(text),
  );

  const agentLists = [...manifest.matchAll(/"agents": (\{\s*"type": "array",[\s\S]*?\n {16}\})/g)].map(
    ([, text = '']): Patterns & Choices => JSON.parse(text),
  );

  it('is there for the agents of both settings, and completes known ids', () => {
    assert.equal(agentLists.length, 2);
    for (const { items } of agentLists) {
      const [{ enum: known = [], enumDescriptions: names = [] } = {}, ...others] = items.anyOf;
      assert.equal(known.length, names.length);
      assert.deepEqual(others, [{}], 'others may be named');
      for (const id of known) assert.equal(normalizeAgentName(id), id);
    }
  });

  for (const [word, says] of agents) {
    it(`${says ?? 'takes'} the agent "${word}", as the rules do`, () => {
      for (const { items } of agentLists) {
        const wrong = items.allOf.find((each) => !new RegExp(each.pattern, 'u').test(word));
        assert.equal(wrong?.patternErrorMessage, says === undefined ? undefined : `%setting.agents.${says}%`);
      }
      assert.equal(normalizeAgentName(word) === word, says === undefined);
      if (says !== undefined) assert.match(texts[`setting.agents.${says}`] ?? '', /\. Write .*\.$/);
    });
  }

  it('is there for both lists of both settings', () => assert.equal(lists.length, 4));

  for (const [pattern, says] of table) {
    it(`${says ?? 'takes'} ${pattern}, as the rules do`, () => {
      for (const { items } of lists) {
        const wrong = items.allOf.find((each) => !new RegExp(each.pattern, 'u').test(pattern));
        assert.equal(wrong?.patternErrorMessage, says === undefined ? undefined : `%setting.pattern.${says}%`);
      }
      if (says === undefined) compileRuleGlob(pattern);
      else assert.throws(() => compileRuleGlob(pattern));
      if (says !== undefined) assert.match(texts[`setting.pattern.${says}`] ?? '', /\. Write .*\.$/);
    });
  }
});
