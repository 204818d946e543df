// Escapes untrusted text for VS Code's notifications, lists and status bar.
import { escapeForDisplay } from '../../core/text/unicode.ts';

/**
 * Escapes untrusted text for notifications, lists and the status bar. VS Code would turn `[text](command:…)` into a
 * link that runs a command, and `$(name)` into an icon.
 */
export function plainText(text: string): string {
  return text.split('\n').map(escapeForDisplay).join('\n').replaceAll('](', '] (').replaceAll('$(', '$ (');
}
