import assert from 'node:assert/strict';
import { changesOfTurn } from '../../../src/core/toReview/turnChanges.ts';
import { revertSteps, type FileSide } from '../../../src/core/toReview/revertSteps.ts';
import type { Origin, Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';
import { numbersFrom } from '../../random.ts';

const sequences = 3000;
const turn = { agent: 'codex', session: 's', turn: '1' };
const origins: Readonly<Record<Who, Origin>> = {
  turn: { kind: 'command', command: 'make', ...turn },
  others: { kind: 'outside' },
};
type Who = 'turn' | 'others';

/** A line, which is unique, with who wrote it and who removed it. */
interface Line {
  readonly text: string;
  readonly by: Who;
  removedBy?: Who;
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('');
const storedText = (text: string): StoredFile => ({ mode: 'file', size: text.length, id: text });
const sideOf = (text = ''): FileSide => ({
  mode: 'file',
  bytes: new TextEncoder().encode(text),
  hash: `h${text}`,
  text,
});

describe('the turn of an agent among changes of others', () => {
  it(`is taken back to the byte or not at all, in ${sequences} random sequences`, () => {
    let conflicts = 0;
    for (let seed = 1; seed <= sequences; seed++) {
      const { lines, steps } = sequence(numbersFrom(seed));
      const now = textOf(lines.filter(({ removedBy }) => removedBy === undefined));
      const newestFirst = changesOfTurn(turn, [], steps, () => true).events.flatMap((event) =>
        event.kind === 'step' ? [{ before: sideOf(event.step.before?.id), after: sideOf(event.step.after?.id) }] : [],
      );
      const result = revertSteps(sideOf(now), newestFirst);
      if (result.kind === 'conflict') conflicts += 1;
      else {
        const left = result.kind === 'text' ? result.text : result.side?.text;
        const expected = lines.filter(({ by, removedBy }) => by === 'others' && removedBy !== 'others');
        assert.equal(left, textOf(expected), `seed ${seed}`);
      }
    }
    assert.ok(conflicts > 0 && conflicts < sequences / 2, `${conflicts} conflicts`);
  });
});

/** Up to six changes, each of which removes up to two lines and writes up to two. */
function sequence(draw: (below: number) => number): {
  readonly lines: readonly Line[];
  readonly steps: readonly Step[];
} {
  let next = 0;
  const made = (count: number, by: Who): Line[] => Array.from({ length: count }, () => ({ text: `${next++}\n`, by }));
  const lines = made(3 + draw(12), 'others');
  const steps: Step[] = [];
  for (let time = 0, count = 1 + draw(6); time < count; time++) {
    const by = draw(2) === 0 ? 'turn' : 'others';
    const visible = lines.filter(({ removedBy }) => removedBy === undefined);
    const at = draw(visible.length + 1);
    for (const line of visible.slice(at, at + draw(3))) line.removedBy = by;
    const anchor = visible[at];
    lines.splice(anchor === undefined ? lines.length : lines.indexOf(anchor), 0, ...made(draw(3), by));
    const after = textOf(lines.filter(({ removedBy }) => removedBy === undefined));
    const [before, path] = [storedText(textOf(visible)), 'a.txt'];
    if (before.id === after) continue;
    steps.push({
      id: String(time),
      folder: 'file:///w',
      path,
      before,
      after: storedText(after),
      origin: origins[by],
      time,
    });
  }
  return { lines, steps };
}
