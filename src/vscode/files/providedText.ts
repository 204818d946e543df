// Encodes the texts of Redline's virtual files for VS Code.

import type * as vscode from 'vscode';
import { filesSettings, usesOneEncoding } from './filesSettings.ts';

/**
 * Encodes a text as UTF-8 for VS Code, which needs a byte order mark wherever it may choose another encoding. VS Code
 * removes two marks (when decoding, and when splitting into lines), so a text with its own mark gets two more.
 */
export function toBytes(text: string, file: vscode.Uri): Uint8Array {
  return new TextEncoder().encode('\uFEFF'.repeat(byteOrderMarksBefore(text, file)) + text);
}

/**
 * Number of byte order marks to prepend to a text.
 * @param file the URI that VS Code opens, by which it chooses the encoding
 */
export function byteOrderMarksBefore(text: string, file: vscode.Uri): number {
  if (text.startsWith('\uFEFF')) return 2;
  const settings = filesSettings(file);
  return settings.encoding === 'utf8' && usesOneEncoding(settings) ? 0 : 1;
}
