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

/** Picks one entry alone, in the list that is open, and takes a picture of it. */
export async function pickOnly(host: Host, text: string, name: string): Promise<void> {
  const rows = host.person.quickInput.locator('.monaco-list-row');
  await rows.filter({ hasText: text }).waitFor();
  for (const row of await rows.all()) {
    const box = row.locator('input[type=checkbox], .monaco-checkbox').first();
    const isChecked = (await box.getAttribute('aria-checked')) === 'true';
    const isMeant = ((await row.textContent()) ?? '').includes(text);
    if (isChecked !== isMeant) await row.click();
  }
  await picture(host, name);
  await host.page.keyboard.press('Enter');
}
