import { escapeForDisplay } from '../../core/text/unicode.ts';

/**
 * A text that a model or a workspace had a hand in, for where the editor reads a little markup: in notifications
 * `[text](command:…)` becomes a link that runs a command, in lists and the status bar `$(name)` becomes an icon.
 */
export function plainText(text: string): string {
  return text.split('\n').map(escapeForDisplay).join('\n').replaceAll('](', '] (').replaceAll('$(', '$ (');
}
