import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { hookFormats } from '../../src/core/dialects/formats/hookFormats.ts';
import { opencodePlugin } from '../../src/core/dialects/hookFacts.ts';

interface Call {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface Hooks {
  readonly event: (input: { event: { type: string; properties: object } }) => Promise<void>;
  'tool.execute.before': (call: Call, output: { args: Record<string, unknown> }) => Promise<void>;
  'tool.execute.after': (call: Call & { args: object }, output: { output?: string }) => Promise<void>;
}

const file = new URL(`../../${opencodePlugin}`, import.meta.url);
const call: Call = { tool: 'edit', sessionID: 's', callID: 'c' };

describe("Redline's plugin for OpenCode", () => {
  let home = '';
  let hooks: Hooks;
  const homeBefore = process.env['REDLINE_HOME'];
  const userHomeBefore = process.env['HOME'];

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'redline-plugin-'));
    process.env['REDLINE_HOME'] = home;
    const plugin: { Redline: (project: { directory: string }) => Promise<Hooks> } = await import(file.href);
    // OpenCode starts every function that the file exports.
    assert.deepEqual(Object.keys(plugin), ['Redline']);
    hooks = await plugin.Redline({ directory: home });
  });
  afterEach(async () => {
    mock.timers.reset();
    if (homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = homeBefore;
    if (userHomeBefore !== undefined) process.env['HOME'] = userHomeBefore;
    await rm(home, { recursive: true, force: true });
  });

  /** Installs a launcher that keeps what it is asked in `asked`, and its arguments in `arguments`. */
  async function answers(script: string, folder = home): Promise<void> {
    await mkdir(path.join(folder, 'bin'), { recursive: true });
    const kept = `cat >> '${home}/asked'; printf %s "$*" > '${home}/arguments'`;
    await writeFile(path.join(folder, 'bin/redline'), `#!/bin/sh\n${kept}\n${script}\n`, { mode: 0o755 });
  }

  async function before(args: Record<string, unknown> = { filePath: '/a', oldString: 'a', newString: 'b' }) {
    await hooks['tool.execute.before'](call, { args });
    return args;
  }

  const asked = (): Promise<string> => readFile(path.join(home, 'asked'), 'utf8').catch(() => '');

  it('asks about the tools on which Redline may have an opinion, and about no other', async () => {
    await answers('');
    const source = await readFile(file, 'utf8');
    const named = /const tools = new Set\(\[(.*)\]\)/.exec(source)?.[1]?.match(/\w+/g) ?? [];
    const known = hookFormats.get('opencode');
    assert.deepEqual(named.toSorted(), [...(known?.tools ?? []), ...(known?.shells ?? [])].toSorted());
    for (const tool of ['glob', 'redline_edit_file']) {
      await hooks['tool.execute.before']({ ...call, tool }, { args: {} });
      await hooks['tool.execute.after']({ ...call, tool, args: {} }, {});
    }
    assert.equal(await asked(), '');
  });

  for (const value of ['', 'redline', String.raw`C:\redline`])
    it(`asks the launcher in ~/.redline if REDLINE_HOME is "${value}"`, async () => {
      await answers(`echo '{"decision":"deny","reason":"no"}'`, path.join(home, '.redline'));
      Object.assign(process.env, { REDLINE_HOME: value, HOME: home });
      await assert.rejects(before(), /^Error: no$/);
    });

  it('tells of a command before and after it, and lets it run whatever the answer', async () => {
    await answers(`echo '{"decision":"deny","reason":"no"}'`);
    const bash = { ...call, tool: 'bash' };
    const args = { command: 'make' };
    await hooks['tool.execute.before'](bash, { args });
    await hooks['tool.execute.after']({ ...bash, args }, {});
    assert.equal((await asked()).match(/"command":"make"/g)?.length, 2);
  });

  it('tells Redline of the call as its dialect reads it, and lets an approved one pass as it is', async () => {
    await answers(`echo '{"decision":"allow"}'`);
    const args = { filePath: '/a', oldString: 'a', newString: 'b' };
    assert.deepEqual(await before({ ...args }), args);
    const read = hookFormats.get('opencode')?.readCall(JSON.parse(await asked()));
    assert.deepEqual(read, {
      phase: 'preToolUse',
      event: 'tool.execute.before',
      tool: 'edit',
      input: args,
      cwd: home,
      sessionId: 's',
      toolUseId: 'c',
    });
    assert.equal(await readFile(path.join(home, 'arguments'), 'utf8'), 'hook opencode --timeout=600');
  });

  it('changes the input in place, and tells the model what the person changed', async () => {
    await answers(`echo '{"decision":"amend","args":{"filePath":"/a","content":"c"},"reason":"The user amended it."}'`);
    const args = await before();
    assert.deepEqual(args, { filePath: '/a', content: 'c' });
    await answers('');
    const output = { output: 'Edit applied.' };
    await hooks['tool.execute.after']({ ...call, args }, output);
    assert.equal(output.output, 'Edit applied.\n\nThe user amended it.');
  });

  it('tells the model what the person said with an approval, once', async () => {
    await answers(`echo '{"decision":"allow","reason":"The user approved with 1 comment."}'`);
    const args = await before();
    assert.deepEqual(args, { filePath: '/a', oldString: 'a', newString: 'b' });
    await answers('');
    const [output, again] = [{ output: 'Edit applied.' }, { output: 'Edit applied.' }];
    await hooks['tool.execute.after']({ ...call, args }, output);
    await hooks['tool.execute.after']({ ...call, args }, again);
    assert.equal(output.output, 'Edit applied.\n\nThe user approved with 1 comment.');
    assert.equal(again.output, 'Edit applied.');
  });

  it('tells of the end of a call that fails, which runs no hook, once', async () => {
    await answers(`echo '{"decision":"allow"}'`);
    const args = await before();
    const ended = (status: string) =>
      hooks.event({
        event: {
          type: 'message.part.updated',
          properties: { part: { type: 'tool', ...call, state: { status, input: args, error: 'Not found.' } } },
        },
      });
    await ended('running');
    assert.equal((await asked()).match(/tool\.execute\.after/g), null);
    await ended('error');
    await ended('error');
    assert.equal((await asked()).match(/tool\.execute\.after/g)?.length, 1);
  });

  it('tells of the end of no call that was denied, or that has ended', async () => {
    await answers(`echo '{"decision":"deny","reason":"no"}'`);
    await before().catch(() => undefined);
    const part = { type: 'tool', ...call, state: { status: 'error', input: {}, error: 'no' } };
    await hooks.event({ event: { type: 'message.part.updated', properties: { part } } });
    await hooks.event({ event: { type: 'session.idle', properties: {} } });
    assert.doesNotMatch(await asked(), /tool\.execute\.after/);
  });

  it('stops a call that is denied, with the reason', async () => {
    await answers(`echo '{"decision":"deny","reason":"[REJECTED] Two minutes are right."}'`);
    await assert.rejects(before(), { message: '[REJECTED] Two minutes are right.' });
    await answers('echo "This call is too long." >&2; exit 2');
    await assert.rejects(before(), { message: 'This call is too long.' });
  });

  for (const [what, script] of [
    ['crashes', 'exit 1'],
    ['is killed', 'kill -KILL $$'],
    ['prints no JSON', 'echo what'],
  ] as const)
    it(`stops a call whose hook ${what}`, async () => {
      await answers(script);
      await assert.rejects(before(), ({ message }: Error) => {
        assert.match(message, /^Redline could not have this call reviewed: .*Nothing was done\./);
        return message.includes(`run \`${path.join(home, 'bin/redline')} off\``);
      });
    });

  it('stops a call that nobody has answered in ten minutes, and its hook', async () => {
    await answers(`echo $$ > '${home}/process'; exec sleep 300`);
    mock.timers.enable({ apis: ['setTimeout'] });
    const stopped = assert.rejects(before(), /the user has not answered in time/);
    const hook = await (async function started(): Promise<number> {
      const text = await readFile(path.join(home, 'process'), 'utf8').catch(() => '');
      return text.endsWith('\n') ? Number(text) : new Promise((resolve) => setImmediate(resolve)).then(started);
    })();
    mock.timers.tick(599_999);
    process.kill(hook, 0);
    mock.timers.tick(1);
    await stopped;
    mock.timers.reset();
    while (isRunning(hook)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  for (const [what, script] of [
    ['is not installed', undefined],
    ['is left behind by an editor that is gone', 'exit 127'],
  ] as const)
    it(`lets every call pass where Redline ${what}`, async () => {
      if (script !== undefined) await answers(script);
      const args = { filePath: '/a', content: 'c' };
      assert.deepEqual(await before({ ...args }), args);
      await hooks['tool.execute.after']({ ...call, args }, {});
    });

  it('never fails after a tool', async () => {
    await answers('exit 1');
    await hooks['tool.execute.after']({ ...call, args: {} }, { output: 'Done.' });
  });
});

function isRunning(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}
