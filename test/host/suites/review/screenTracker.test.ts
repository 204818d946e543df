import assert from 'node:assert/strict';
import { ScreenTracker } from '../../../../src/vscode/review/screenTracker.ts';

describe('waiting until a diff is completely on screen', () => {
  it('adds one abort listener, however often the screen changes', async () => {
    const closing = new AbortController();
    const review = { id: 'a', fileCount: 1, closedSignal: closing.signal };
    const screen = new ScreenTracker({ find: () => review });
    let listeners = 0;
    const listen = closing.signal.addEventListener.bind(closing.signal);
    closing.signal.addEventListener = (...given: Parameters<AbortSignal['addEventListener']>) => {
      listeners++;
      listen(...given);
    };
    const shown = screen.whenComplete(review);
    for (let change = 0; change < 20; change++) {
      screen.markOutdated({ ...review, id: 'b' });
      await new Promise((resolve) => setTimeout(resolve));
    }
    closing.abort();
    assert.equal(await shown, undefined);
    assert.equal(await screen.whenComplete(review), undefined);
    assert.ok(listeners <= 2, `${listeners} listeners`);
    screen.dispose();
  });
});
