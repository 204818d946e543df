import assert from 'node:assert/strict';
import { CardState, whenReadyToAsk, type CardQuestion } from '../../../../src/vscode/review/card/cardQuestion.ts';
import type { DisplayProof } from '../../../../src/vscode/review/screenTracker.ts';
import type { AmendedCall } from '../../../../src/vscode/review/choices/userChoices.ts';

/** A call whose diff outdates, and opens anew, as told. */
function question({ onRead = () => undefined }: { readonly onRead?: (reads: number) => void } = {}) {
  const closing = new AbortController();
  const state = { upToDate: true, reads: 0, closing, current: {} as AmendedCall };
  const asked: CardQuestion = {
    review: { closedSignal: closing.signal },
    whenComplete: async () => {
      state.upToDate = true;
      return closing.signal.aborted ? undefined : ({} as DisplayProof);
    },
    readSettled: async () => {
      onRead(++state.reads);
      return state.current;
    },
    isUpToDate: () => state.upToDate,
  };
  return { asked, state };
}

describe('a card', () => {
  it('appears where the diff shows what is read', async () => {
    const { asked, state } = question();
    assert.equal((await whenReadyToAsk(asked))?.current, state.current);
    assert.equal(state.reads, 1);
  });

  it('waits for the new diff where files are included while the call is read', async () => {
    const { asked, state } = question({
      onRead: (reads) => {
        state.upToDate = reads > 1;
        state.current = { ...state.current };
      },
    });
    assert.equal((await whenReadyToAsk(asked))?.current, state.current);
    assert.equal(state.reads, 2);
  });

  it('does not appear for a call that is answered meanwhile', async () => {
    const { asked, state } = question({ onRead: () => state.closing.abort() });
    assert.equal(await whenReadyToAsk(asked), undefined);
  });

  it('is outdated where something was typed, or chosen and not yet shown', async () => {
    const { asked, state } = question();
    const shown = state.current;
    assert.equal(await new CardState(asked, shown).markIfOutdated(), false);
    state.upToDate = false;
    assert.equal(await new CardState(asked, shown).markIfOutdated(), true);
    state.upToDate = true;
    state.current = { ...shown };
    const card = new CardState(asked, shown);
    assert.deepEqual([await card.markIfOutdated(), card.isOutdated], [true, true]);
  });

  it('stays outdated where it is withdrawn while a press of it is checked', async () => {
    const { asked, state } = question();
    const card = new CardState(asked, state.current);
    const checked = card.markIfOutdated();
    card.isOutdated = true;
    assert.deepEqual([await checked, card.isOutdated], [true, true]);
  });
});
