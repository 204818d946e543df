// Plays the tour of which an animation is made.

import type { Locator } from 'playwright-core';
import type { Host } from '../../test/host/driver/host.ts';
import { says } from '../../test/host/driver/model-script.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { brew, careful, several } from './proposals.ts';
import { still } from './stage.ts';
import type { Frame } from './webp.ts';

/** Records the tour. */
interface Film {
  readonly frames: Frame[];
  /** Takes a frame that is shown for some milliseconds. */
  shoot(durationMs: number): Promise<void>;
  /** Moves the mouse to something, takes a picture, and clicks. */
  click(target: Locator): Promise<void>;
}

/** Plays the tour: a review that is amended and approved, a call of which a part is excluded, and its undo. */
export async function playTour(host: Host): Promise<readonly Frame[]> {
  const { chat, editors, person } = host;
  await host.page.setViewportSize({ width: 1360, height: 800 });
  const film = filmOf(host);
  await editors.open(brew);
  await focusPending(host);
  await film.shoot(900);

  const first = await chat.send('Refuse teas nobody knows', [
    says('It answers NaN for a tea it does not know. I propose to refuse it.', careful),
    says('Done: unknown teas are refused now.'),
  ]);
  await chat.card();
  await person.titleAction('Approve').waitFor();
  await film.shoot(2400);
  await person.typeAfter('I cannot brew ${tea}', ', yet');
  await film.shoot(1600);
  await film.click(person.titleAction('Approve'));
  await first.finished();
  await editors.open(brew);
  await film.shoot(1800);

  const second = await chat.send('Rename the tea timer', [
    says('This touches four files; here is all of it.', several),
    says('Done. You kept src/main.js, so I leave it alone.'),
  ]);
  await chat.card();
  await focusPending(host);
  await film.shoot(2200);
  const row = host.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
  await film.click(row.locator('.monaco-checkbox, .custom-checkbox').first());
  await row.filter({ hasText: 'excluded' }).waitFor();
  // Waits until the diff and the card show the new number of files.
  await host.page.locator('.codelens-decoration').filter({ hasText: 'Approve 3 Files' }).waitFor();
  await chat.button('Allow Once').waitFor();
  await film.shoot(1200);
  await film.click(chat.button('Allow Once'));
  await second.finished();
  await film.shoot(1500);

  await undoFromHistory(host, film);
  return film.frames;
}

/** Undoes the patch from its row in the history. */
async function undoFromHistory(host: Host, film: Film): Promise<void> {
  await host.evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
  const call = host.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Patch' }).first();
  await call.hover();
  await film.shoot(1300);
  await film.click(call.locator('a.action-label[aria-label^="Undo"]').first());
  await waitFor('the file to be back', () => host.workspace.exists('README.md'));
  await call.filter({ hasText: 'undone' }).waitFor();
  await waitFor('the editor to show the old text', async () => (await host.editors.text(brew))?.includes('green: 2'));
  await film.shoot(2600);
}

function filmOf(host: Host): Film {
  const frames: Frame[] = [];
  let mouse: Frame['mouse'];
  const shoot = async (durationMs: number): Promise<void> => {
    frames.push({ png: await still(host), duration: durationMs, mouse });
  };
  const click = async (target: Locator): Promise<void> => {
    // Waits until the target is visible and stays where it is: an amendment redraws the title bar.
    await target.hover();
    const box = await target.boundingBox();
    if (box === null) throw new Error('The target of a click is not on screen.');
    mouse = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await shoot(900);
    await host.page.mouse.click(mouse.x, mouse.y);
    // Moves the mouse away, so that no tooltip covers anything; the drawn pointer stays.
    await host.page.mouse.move(700, 650);
  };
  return { frames, shoot, click };
}

async function focusPending({ evaluate }: Host): Promise<void> {
  await evaluate((vscode) => vscode.commands.executeCommand('redline.pending.focus').then(() => null));
}
