import assert from 'node:assert/strict';
import type { ResolvedPath } from '../../../../src/vscode/files/pathResolver.ts';
import { SettingsPolicy } from '../../../../src/vscode/gate/policy.ts';
import { createCallGrants } from '../../../../src/vscode/gate/readGrants.ts';
import { ReadGate } from '../../../../src/vscode/gate/readGate.ts';
import { ReadQuestions, type ReadAnswer } from '../../../../src/vscode/review/readQuestions.ts';
import type { ReadGuard } from '../../../../src/vscode/files/workspace.ts';
import { withSettings } from '../ground.ts';

function pathOutside(uri: string, { isFolder = false } = {}): ResolvedPath {
  const path = uri.replace('file://', '');
  return {
    location: { uri, path, real: uri },
    subject: {
      display: path,
      isInside: false,
      spellings: [],
      spellingsWithFolderName: [path.slice(1)],
      isLinked: false,
      isFolder,
      warnings: [],
    },
    folders: [],
    isLink: false,
    identity: undefined,
    isMissing: false,
    rootsInside: [],
    size: 1,
  };
}

const outside = pathOutside('file:///outside/file.txt');

/** A window that answers each question alike, and the guards of its calls, which all come from one agent. */
function openGate(answer: ReadAnswer) {
  const policy = new SettingsPolicy(() => [], { refresh: () => Promise.resolve(), addTo: (rules) => rules });
  const questions = new ReadQuestions();
  let asked = 0;
  questions.onDidChange(() => {
    for (const question of questions.all) {
      asked++;
      question.answer(answer, 'test');
    }
  });
  const session = createCallGrants();
  const gate = new ReadGate(policy, () => session, questions);
  const caller = { agent: 'test', via: 'api', session: 's' } as const;
  return {
    call: (tool: string): ReadGuard =>
      gate.for({ tool, caller, token: undefined, signal: new AbortController().signal }),
    countAsked: () => asked,
    dispose: () => {
      policy.dispose();
      questions.dispose();
    },
  };
}

describe('"Allow in This Session" of a path outside', () => {
  const inGate = (run: (gate: ReturnType<typeof openGate>) => Promise<void>) => (): Promise<void> =>
    withSettings({ 'redline.externalPaths': 'ask' }, async () => {
      const gate = openGate('session');
      await run(gate).finally(() => gate.dispose());
    });

  it(
    'for a call that only looks covers later looks, and no later read',
    inGate(async ({ call, countAsked }) => {
      await call('redline_path_info').requireStat(outside);
      await call('redline_path_info').requireStat(outside);
      assert.equal(countAsked(), 1);
      await call('redline_read_file').allow(outside);
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'for a call that only looks at a folder covers nothing that is in it',
    inGate(async ({ call, countAsked }) => {
      const folder = pathOutside('file:///outside', { isFolder: true });
      await call('redline_path_info').requireStat(folder);
      await call('redline_path_info').requireStat(folder);
      assert.equal(countAsked(), 1);
      await call('redline_read_file').allow(outside);
      assert.equal(countAsked(), 2);
      await call('redline_list_directory').allow(folder);
      assert.equal(countAsked(), 3);
    }),
  );

  it(
    'for a call that looks at a secret does not answer the question of its content',
    inGate(async ({ call, countAsked }) => {
      const secret = pathOutside('file:///outside/.env');
      const write = call('redline_write_file');
      await write.requireStat(secret);
      await write.allow(secret);
      assert.equal(countAsked(), 2);
    }),
  );

  it(
    'for a call that looks and reads covers later reads',
    inGate(async ({ call, countAsked }) => {
      const first = call('redline_read_file');
      await first.requireStat(outside);
      await first.allow(outside);
      const second = call('redline_read_file');
      await second.requireStat(outside);
      await second.allow(outside);
      assert.equal(countAsked(), 1);
    }),
  );
});
