import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  connectableAgents,
  settingsFilesOf,
  supportsHook,
  type Connection,
} from '../../../src/core/connect/agentSettings.ts';
import { connectText, disconnectText, findOtherHooks } from '../../../src/core/connect/connectText.ts';
import { hookCommand, isHookCommand } from '../../../src/core/connect/hookCommand.ts';
import { hookFacts, opencodePlugin } from '../../../src/core/dialects/hookFacts.ts';
import { repositoryRoot } from '../../host/driver/paths.ts';
import { hookFormats } from '../../../src/core/dialects/formats/hookFormats.ts';

const user: Connection = {
  level: 'user',
  folder: '/p',
  launcher: '/home/me/.redline/bin/redline',
  windows: false,
  plugin: readFileSync(path.join(repositoryRoot, opencodePlugin), 'utf8'),
};
const workspace: Connection = { ...user, level: 'workspace' };

/** What Copilot CLI sends on each event, which it does not name. */
const copilotInputs = new Map<string, object>([
  ['preToolUse', { toolName: 'x', toolArgs: '{}' }],
  ['postToolUse', { toolName: 'x', toolResult: {} }],
  ['postToolUseFailure', { toolName: 'x', toolArgs: {}, error: 'x' }],
  ['userPromptSubmitted', { prompt: 'x' }],
  ['agentStop', { stopReason: 'x' }],
]);

describe('the settings of agents', () => {
  it('of all agents but Cline start a hook, and Connect says so', () => {
    assert.deepEqual(
      connectableAgents.filter((agent) => !supportsHook(agent)),
      ['cline'],
    );
    for (const agent of connectableAgents) {
      const texts = settingsFilesOf(agent, user).map((file) => connectText(undefined, file));
      const hooks = new RegExp(`hook(?:'\\s*,\\s*'|\\s)${agent}\\b`);
      assert.equal(
        texts.some((text) => hooks.test(text)),
        supportsHook(agent),
        agent,
      );
    }
  });

  for (const agent of connectableAgents) {
    it(`connects and disconnects ${agent}, and does it twice without a change`, () => {
      const files = [...settingsFilesOf(agent, user), ...settingsFilesOf(agent, workspace)];
      assert.ok(files.length > 0);
      for (const file of files) {
        const made = connectText(undefined, file);
        assert.equal(connectText(made, file), made);
        assert.match(made, /\/home\/me\/\.redline\/bin\/redline|^\/\/ Redline's plugin/);
        const left = disconnectText(made, file);
        if (file.format === 'whole') assert.equal(left, undefined);
        else assert.match(left ?? '', /^\s*(?:\{\s*\}\s*)?$/);
      }
    });
  }

  it('gives every agent with a dialect its hook, but OpenCode, whose plugin is a program', () => {
    const hooked = [...hookFormats.keys()].filter((id) =>
      settingsFilesOf(id, user).some((file) => connectText(undefined, file).includes(` hook ${id} `)),
    );
    assert.deepEqual(
      [...hookFormats.keys()].filter((id) => !hooked.includes(id)),
      ['opencode'],
    );
  });

  it('runs the hook around each turn as well, on events that its dialect knows', () => {
    for (const [id, format] of hookFormats) {
      const text = settingsFilesOf(id, user)
        .map((file) => connectText(undefined, file))
        .find((each) => each.includes(` hook ${id} `));
      if (text === undefined) continue;
      const events = Object.keys(JSON.parse(text).hooks);
      const phases = events.map((event) => format.readCall({ hook_event_name: event, tool_name: 'x' })?.phase);
      const ofCopilot = events.map((event) => format.readCall(copilotInputs.get(event))?.phase);
      assert.deepEqual(
        [...new Set(id === 'copilot' ? ofCopilot : phases)],
        ['preToolUse', 'postToolUse', 'turnStart', 'turnEnd'],
        id,
      );
    }
  });

  it('writes hooks only where the doctor looks for them', () => {
    for (const { id, home, workspace: inWorkspace } of hookFacts) {
      for (const [connection, places] of [
        [user, home],
        [workspace, inWorkspace],
      ] as const) {
        const hooked = settingsFilesOf(id, connection).filter((file) =>
          connectText(undefined, file).includes(` hook ${id} `),
        );
        for (const { path } of hooked)
          assert.ok(
            places.some((place) => path.startsWith(place)),
            `${id}: ${path}`,
          );
      }
    }
  });

  it('quotes the launcher for the shell, and knows it again', () => {
    for (const launcher of [
      '/home/me/.redline/bin/redline',
      '/home/a b/.redline/bin/redline',
      "/home/o'x $y/bin/redline",
    ]) {
      const command = hookCommand({ launcher, windows: false }, 'claude');
      assert.ok(isHookCommand(command, 'claude'), command);
      assert.ok(!isHookCommand(command, 'gemini'), command);
    }
    const windows = { launcher: String.raw`C:\Users\A B\.redline\bin\redline.cmd`, windows: true };
    assert.equal(
      hookCommand(windows, 'gemini'),
      String.raw`& "C:\Users\A B\.redline\bin\redline.cmd" hook gemini --timeout=3600`,
    );
    assert.ok(isHookCommand(hookCommand(windows, 'gemini'), 'gemini'));
    for (const other of ['redline hook claude', 'echo /bin/redline && hook claude', '/bin/redline.sh hook claude', 7])
      assert.ok(!isHookCommand(other, 'claude'), String(other));
  });

  it('takes its hook out of a group that it shares, and tells of the hooks of others', () => {
    const [file] = settingsFilesOf('claude', user);
    assert.ok(file);
    const ours = { type: 'command', command: hookCommand(user, 'claude') };
    const text = JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [ours, { command: 'lint.sh' }] }, { hooks: [{ command: 'log.sh' }] }] },
    });
    assert.deepEqual(findOtherHooks(text, file), ['lint.sh', 'log.sh']);
    assert.equal(
      disconnectText(text, file)?.replaceAll(/\s/g, ''),
      '{"hooks":{"PreToolUse":[{"hooks":[{"command":"lint.sh"}]},{"hooks":[{"command":"log.sh"}]}]}}',
    );
  });

  it('leaves alone a file of its name that is not its own', () => {
    const [file] = settingsFilesOf('vscode', user);
    assert.ok(file);
    assert.throws(() => connectText('{ "hooks": {} }', file), /not a file of Redline/);
    assert.equal(disconnectText('{ "hooks": {} }', file), '{ "hooks": {} }');
  });
});
