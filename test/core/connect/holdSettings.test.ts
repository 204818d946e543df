import assert from 'node:assert/strict';
import { connectText, disconnectText } from '../../../src/core/connect/connectText.ts';
import { findClaudeEscapes, findLoosePermission, hasAllowRule } from '../../../src/core/connect/holdEscapes.ts';
import {
  readExemptFolders,
  holdableAgents,
  holdFiles,
  definesProfile,
} from '../../../src/core/connect/holdSettings.ts';
import type { LocatedFile } from '../../../src/core/connect/agentSettings.ts';

const place = { folder: '/home/me/a b', writable: ['out', 'packages/it\'s "x"/dist'] };

describe('the settings of Hold', () => {
  const fileOf = (agent: string): LocatedFile => holdFiles(agent, place)[0] ?? assert.fail(agent);

  for (const agent of holdableAgents) {
    it(`is written for ${agent}, read again, and taken out`, () => {
      const file = fileOf(agent);
      const text = connectText(undefined, file);
      assert.equal(connectText(text, file), text);
      assert.deepEqual(readExemptFolders(agent, text, place.folder), agent === 'codex' ? place.writable : []);
      assert.equal(readExemptFolders(agent, text, '/home/me'), undefined);
      const left = disconnectText(text, file) ?? '';
      assert.equal(readExemptFolders(agent, left, place.folder), undefined);
      assert.match(left, /^\s*(?:\{\s*\}\s*)?$/);
    });
  }

  for (const [agent, before] of [
    [
      'claude',
      '{\r\n\t// mine\r\n\t"permissions": { "deny": ["Read(./.env)"], },\r\n\t"sandbox": { "network": {} }\r\n}',
    ],
    ['claude', '{"a":1}'],
    ['codex', '# mine\r\nmodel = "x"\r\n\r\n[permissions.other]\r\nextends = ":workspace"'],
    ['codex', '[mcp_servers.redline]\ncommand = "/bin/redline"\n'],
  ] as const)
    it(`leaves the rest of ${JSON.stringify(before)} as it is`, () => {
      const file = fileOf(agent);
      const text = connectText(before, file);
      assert.notEqual(readExemptFolders(agent, text, place.folder), undefined);
      assert.equal(disconnectText(text, file), before);
    });

  for (const [agent, before] of [
    ['claude', '{ "sandbox": { "enabled": false } }'],
    ['claude', '{ "sandbox": { "allowUnsandboxedCommands": true } }'],
    ['codex', 'approval_policy = "on-request"\n'],
    ['codex', 'default_permissions = ":workspace"\n'],
  ] as const)
    it(`refuses ${JSON.stringify(before)}, which says something else`, () =>
      assert.throws(() => connectText(before, fileOf(agent)), /already has another value/));

  it('leaves Codex no profile that is not there where a person has let it ask again', () => {
    const file = fileOf('codex');
    const changed = connectText('model = "x"\n', file).replace(
      'approval_policy = "never"',
      'approval_policy = "on-request"',
    );
    const left = disconnectText(changed, file) ?? '';
    assert.match(left, /approval_policy = "on-request"/);
    assert.doesNotMatch(left, /redline"/);
  });

  for (const [rule, isLoose] of [
    ['', false],
    ['"/home/me/.cache" = "write"', false],
    ['"~/.ssh" = "none"', false],
    ['glob_scan_max_depth = 3', false],
    ['":workspace_roots" = { "." = "read", ".env" = "none" }', false],
    ['":workspace_roots" = { "src/deep" = "write" }', true],
    ['"~/a b/src/deep" = "write"', true],
    ['"/home/me/*/src" = "write"', true],
    ['"/home/me//a b/src" = "write"', true],
    ['"/home/me/x/../a b/src" = "write"', true],
  ] as const)
    it(`${isLoose ? 'finds' : 'finds no'} permission to write inside in ${JSON.stringify(rule)}`, () => {
      const text = `${connectText(undefined, fileOf('codex'))}${rule}\n`;
      assert.equal(findLoosePermission(text), isLoose ? /^"([^"]+)"/.exec(rule)?.[1] : undefined);
      assert.equal(findLoosePermission(text.replace('":read-only"', '":workspace"')), 'extends');
    });

  it('is read beside an integer of 64 bits', () => {
    const text = connectText('[x]\nid = 9223372036854775807\n', fileOf('codex'));
    assert.deepEqual(readExemptFolders('codex', text, place.folder), place.writable);
    assert.equal(findLoosePermission(text), undefined);
  });

  it('is not for other agents', () => assert.deepEqual(holdFiles('gemini', place), []));

  for (const [settings, escapes] of [
    [{}, []],
    [{ sandbox: { excludedCommands: [] } }, []],
    [{ sandbox: { excludedCommands: ['docker *'] } }, ['sandbox.excludedCommands']],
    [{ sandbox: { allowNestedUserNamespaces: true } }, ['sandbox.allowNestedUserNamespaces']],
    [{ sandbox: { enableWeakerNestedSandbox: true } }, ['sandbox.enableWeakerNestedSandbox']],
    [{ sandbox: { filesystem: { disabled: true } } }, ['sandbox.filesystem.disabled']],
    [{ sandbox: { network: { allowAllUnixSockets: true } } }, ['sandbox.network.allowAllUnixSockets']],
    [{ sandbox: { allowAppleEvents: true, network: { allowAllUnixSockets: false } } }, ['sandbox.allowAppleEvents']],
    [null, []],
  ] as const)
    it(`finds what escapes by ${JSON.stringify(settings)}`, () =>
      assert.deepEqual(findClaudeEscapes(settings), escapes));

  for (const [rules, allows] of [
    ['', false],
    ['# prefix_rule(["rm"])\n', false],
    ['prefix_rule(pattern = ["touch"], decision = "allow")', true],
    ['prefix_rule(pattern = ["touch"])', true],
    [
      'prefix_rule(pattern=["a"], decision="prompt")\nprefix_rule(\n  pattern=["b"],\n  decision = "forbidden",\n)',
      false,
    ],
    ['prefix_rule(pattern=["a"], decision="prompt")\nprefix_rule(pattern=["b"])', true],
    ['prefix_rule(pattern=["a"]) # decision="prompt"', true],
    ['prefix_rule(pattern=["a"])\nnetwork_rule(host="x", decision="prompt")', true],
    ['p = prefix_rule\np(pattern=["a"], decision="prompt")\np(pattern=["b"])', true],
    [`prefix_rule(pattern=["a"], justification='not decision="prompt"', decision="allow")`, true],
    [`prefix_rule(pattern=["a"], justification='not decision="prompt"', decision=d)`, true],
    ['p = prefix_rule\np(pattern=["a"])', true],
    [`prefix_rule(pattern=["a"], justification='decision="prompt"')`, true],
    [`prefix_rule(pattern=["a"], justification='''a "\ndecision="prompt"''')`, true],
    ['prefix_rule(decision="prompt", pattern=["#"]); prefix_rule(pattern=["b"])', true],
    ['prefix_rule(pattern=["#"], decision="prompt")', false],
    [`prefix_rule(pattern=["a"], justification="it\\"s # not", decision='forbidden')`, false],
    ['prefix_rule(pattern=["a"], decision=prompt)', true],
    ['prefix_rule(pattern=["a"], decision="prompt" if False else "allow")', true],
  ] as const)
    it(`${allows ? 'takes' : 'does not take'} ${JSON.stringify(rules)} for a rule that allows`, () =>
      assert.equal(hasAllowRule(rules), allows));

  it('knows the profile of Hold however its name is written', () => {
    for (const [text, isThere] of [
      ['[permissions.redline]\nextends = ":read-only"\n', true],
      ['permissions = { "redline" = {} }', true],
      ['["permissi\\u006fns".redline]', true],
      ['["permissi\\U0000006fns".redline]', true],
      ['[permissions.mine]', false],
      ['model = "x"', false],
      ['[permissions.redline', false],
      // Codex reads integers of 64 bits.
      ['[permissions.redline]\n[x]\nid = 9223372036854775807\n', true],
    ] as const)
      assert.equal(definesProfile(text), isThere, text);
  });
});
