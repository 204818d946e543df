import assert from 'node:assert/strict';
import type { Sight } from '../in-host/serve-screen.ts';
import { thisRun } from '../in-host/this-run.ts';

/** Resolves when it is on screen, and was clicked where it is to be picked. For tests that need a `screen`. */
export async function onScreen(sight: Sight): Promise<void> {
  const { screen } = thisRun;
  assert.ok(screen, 'somebody sees the screen');
  const body = JSON.stringify({ secret: screen.secret, sight });
  const response = await fetch(screen.url, { method: 'POST', body });
  const { error }: { readonly error?: string } = JSON.parse(await response.text());
  assert.equal(error, undefined);
}
