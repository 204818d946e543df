import assert from 'node:assert/strict';
import type { Call, Decision, ReviewRequest } from '../../../../src/tools/ports/ports.ts';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { countApprovals } from '../../../../src/vscode/toReview/later/approvalsInARow.ts';

const yes: Decision = { approved: true, changes: [], amended: false, excludedPaths: [] };
const no: Decision = { approved: false };
const amended: Decision = { ...yes, amended: true };
const excluded: Decision = { ...yes, excludedPaths: [{ path: 'a.txt' }] };

interface Answered {
  readonly decision: Decision;
  readonly isProtected?: boolean;
  readonly via?: Call['caller']['via'];
}

/** How often the person was asked how they like to work, after each answer. */
function askedAfter(answers: readonly Answered[]): readonly number[] {
  let asked = 0;
  const reviewed = countApprovals(() => (asked += 1));
  const counts: number[] = [];
  for (const { decision, isProtected = false, via = 'hook' } of answers) {
    const verdict = { action: 'ask', reason: phrase('x'), protected: isProtected, rememberable: false } as const;
    const request: ReviewRequest = { title: phrase('x'), changes: [], verdict };
    const call: Call = {
      tool: 'x',
      caller: { agent: 'claude', via },
      token: undefined,
      signal: new AbortController().signal,
    };
    reviewed(request, decision, call);
    counts.push(asked);
  }
  return counts;
}

const all = (...decisions: readonly Decision[]): readonly Answered[] => decisions.map((decision) => ({ decision }));

describe('approvals in a row', () => {
  it('lead to a question at the third', () => {
    assert.deepEqual(askedAfter(all(yes, yes, yes, yes, yes, yes)), [0, 0, 1, 1, 1, 1]);
  });

  it('begin anew after a no, an amendment or an excluded file', () => {
    for (const other of [no, amended, excluded])
      assert.deepEqual(askedAfter(all(yes, yes, other, yes, yes, yes)), [0, 0, 0, 0, 0, 1]);
  });

  it('do not count for protected files, which are reviewed before in any case', () => {
    const secret = { decision: yes, isProtected: true };
    assert.deepEqual(askedAfter([secret, secret, secret, secret]), [0, 0, 0, 0]);
    assert.deepEqual(askedAfter([...all(yes, yes), secret, ...all(yes)]), [0, 0, 0, 1]);
  });

  it("do not count for the person's own calls", () => {
    const own = { decision: yes, via: 'palette' } as const;
    assert.deepEqual(askedAfter([own, own, own]), [0, 0, 0]);
  });
});
