import { SettingsPolicy } from '../../../../../src/vscode/gate/policy.ts';
import { createCallGrants } from '../../../../../src/vscode/gate/readGrants.ts';
import { ReadGate } from '../../../../../src/vscode/gate/readGate.ts';
import {
  ReadQuestions,
  type ReadAnswer,
  type ReadQuestion,
} from '../../../../../src/vscode/review/pendingView/readQuestions.ts';
import type { ReadGuard } from '../../../../../src/vscode/files/workspace.ts';
import { withSettings } from '../../ground.ts';

/**
 * A window that answers each question alike, or where that is not offered once, and the guards of calls of one agent.
 */
function openGate(answer: ReadAnswer) {
  const policy = new SettingsPolicy(() => [], { refresh: () => Promise.resolve(), addTo: (rules) => rules });
  const questions = new ReadQuestions();
  const asked: ReadQuestion[] = [];
  questions.onDidChange(() => {
    for (const question of questions.all) {
      asked.push(question);
      question.answer(question.answers.includes(answer) ? answer : 'once', 'test');
    }
  });
  const session = createCallGrants();
  const gate = new ReadGate(policy, () => session, questions);
  const caller = { agent: 'test', via: 'api', session: 's' } as const;
  return {
    call: (tool: string, isChange = false): ReadGuard =>
      gate.for({ tool, caller, token: undefined, signal: new AbortController().signal, isChange }),
    asked,
    countAsked: () => asked.length,
    dispose: () => {
      policy.dispose();
      questions.dispose();
    },
  };
}

/** Runs a test in such a window, where paths outside are to be asked about. */
export const inGate =
  (run: (gate: ReturnType<typeof openGate>) => Promise<void>, answer: ReadAnswer = 'session') =>
  (): Promise<void> =>
    withSettings({ 'redline.externalPaths': 'ask' }, async () => {
      const gate = openGate(answer);
      await run(gate).finally(() => gate.dispose());
    });
