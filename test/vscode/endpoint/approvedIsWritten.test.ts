import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { numbersFrom } from '../../random.ts';
import { HookWindow, type AgentCall } from './hookWindow.ts';

type Draw = (below: number) => number;
const words = ['one', 'two', 'three', 'four', 'five', 'six'];
const agents = [
  ['claude', 'Edit', 'file_path', 'old_string', 'new_string'],
  ['vscode', 'replace_string_in_file', 'filePath', 'oldString', 'newString'],
  ['copilot', 'Edit', 'path', 'old_str', 'new_str'],
] as const;

/** Some edits of two files, of which several may be of one file, or of the same line. */
function sendSome(window: HookWindow, draw: Draw): AgentCall[] {
  const [agent, tool, path, oldText, newText] = agents[draw(agents.length)] ?? agents[0];
  return Array.from({ length: 1 + draw(3) }, () => {
    const word = words[draw(words.length)] ?? '';
    const file = draw(3) === 0 ? 'b.txt' : 'a.txt';
    const texts = { [oldText]: word, [newText]: `${word}${draw(9)}${draw(4) === 0 ? '\nand' : ''}` };
    return window.call(agent, tool, { [path]: `/ws/${file}`, ...texts });
  });
}

describe('whatever edits come side by side, and whatever a person makes of them', () => {
  it('on disk is what was approved, and nothing else', async () => {
    const draw = numbersFrom(19);
    let [written, refused] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const eol = draw(3) === 0 ? '\r\n' : '\n';
      const text = words.join(eol) + (draw(2) === 0 ? eol : '');
      const window = new HookWindow({ 'a.txt': text, 'b.txt': text });
      const wanted = new Map([
        ['a.txt', text],
        ['b.txt', text],
      ]);
      window.decide = async ({ changes }) => {
        const kept = changes.filter(() => draw(5) > 0);
        const made = await Promise.all(
          kept.map(async (change): Promise<Change> => {
            if (change.kind !== 'update' || change.after.kind !== 'text' || draw(2) === 0) return change;
            const word = words[draw(words.length)] ?? '';
            return { ...change, after: await window.memory.encode(change.after.text.replace(word, `${word}!`)) };
          }),
        );
        for (const change of made)
          if ('after' in change && change.after.kind === 'text') wanted.set(change.at.path, change.after.text);
        const excludedPaths = changes.filter((each) => !kept.includes(each)).map(({ at: { path } }) => ({ path }));
        return { approved: true, changes: made, amended: made.some((each) => !changes.includes(each)), excludedPaths };
      };
      const calls = sendSome(window, draw);
      const decisions: string[] = [];
      for (const call of calls) {
        await call.write();
        decisions.push((await call.answer).decision);
      }
      for (const call of calls) await call.end();
      const shown = JSON.stringify({ round, decisions, asked: window.asked });
      if (window.asked.length > 0 && decisions.includes('allow')) {
        written++;
        for (const [file, expected] of wanted) assert.equal(window.memory.text(file), expected, `${file} ${shown}`);
        assert.deepEqual(window.different, [], shown);
      } else {
        refused++;
        for (const file of ['a.txt', 'b.txt']) assert.equal(window.memory.text(file), text, shown);
      }
    }
    assert.ok(written > 20 && refused > 2, `${written} written, ${refused} refused`);
  });
});
