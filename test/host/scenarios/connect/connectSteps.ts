// What a person does in the dialogues of connecting and holding agents.
import type { Host } from '../../driver/host.ts';
import { picture } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';

/** Approves a review of files; where not all are on screen, the first press opens the rest. */
export async function approveAll({ editors, person }: Host): Promise<void> {
  const isPart = async (): Promise<boolean> =>
    (await editors.tabs()).some(({ label }) => label.includes('showing 1 of'));
  const hasMore = await isPart();
  await person.approve();
  if (!hasMore) return;
  await waitFor('the rest to open', async () => !(await isPart()));
  await person.approve();
}

/** Picks the entries with one of these texts alone, in the list that is open, and takes a picture of it. */
export async function pickOnly(host: Host, texts: string | readonly string[], name: string): Promise<void> {
  await pickWhere(host, (text) => [texts].flat().some((each) => text.includes(each)));
  await picture(host, name);
  await host.page.keyboard.press('Enter');
}

/** Picks all entries of the list that is open. */
export async function pickAll(host: Host): Promise<void> {
  await pickWhere(host, () => true);
  await host.page.keyboard.press('Enter');
}

async function pickWhere({ person }: Host, isMeant: (text: string) => boolean): Promise<void> {
  const rows = person.quickInput.locator('.monaco-list-row');
  await waitFor('an entry to pick', async () => (await rows.allTextContents()).some(isMeant));
  for (const row of await rows.all()) {
    const box = row.locator('input[type=checkbox], .monaco-checkbox').first();
    const isChecked = (await box.getAttribute('aria-checked')) === 'true';
    if (isChecked !== isMeant((await row.textContent()) ?? '')) await row.click();
  }
}
