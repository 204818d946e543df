// Shows the walkthrough of the manifest as a start page, in a webview.

import * as vscode from 'vscode';
import { contributionsOf, type WalkthroughStep } from '../shared/contributions/manifest.ts';

/** Matches a button of a walkthrough: `[Label](command:id)` alone on its line. The id may be followed by arguments. */
const buttonLine = /^\[(.+)\]\((command:[^)\s]+)\)$/;

/** VS Code's own page lists the walkthrough only after a reload, and hides the pictures if both side bars are open. */
export function showStartPage(extension: vscode.Extension<unknown>): void {
  const { extensionUri } = extension;
  const [walkthrough] = contributionsOf(extension).walkthroughs;
  if (walkthrough === undefined) return;
  const { title, description, steps } = walkthrough;
  const panel = vscode.window.createWebviewPanel('redline.start', title, vscode.ViewColumn.Active, {
    enableCommandUris: listCommands(steps),
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'media')],
  });
  const { webview } = panel;
  panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media/icon.png');
  const imageSource = (path: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, path)).toString());
  webview.html = [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${webview.cspSource}; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}</title><style>${styleSheet}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(description)}</p>`,
    ...steps.map((each) => renderSection(each, imageSource)),
    '</main></body></html>',
  ].join('\n');
}

/** The ids of the commands of the page's own buttons, the only ones that it may run. */
function listCommands(steps: readonly WalkthroughStep[]): string[] {
  const lines = steps.flatMap(({ description }) => description.split('\n'));
  const links = lines.flatMap((line) => buttonLine.exec(line)?.[2] ?? []);
  // Without the arguments of a link, which may follow the id.
  return [...new Set(links.flatMap((link) => /^command:([\w.]+)/.exec(link)?.[1] ?? []))];
}

/** @param imageSource returns the escaped `src` of an image, by its path in the extension */
function renderSection({ title, description, media }: WalkthroughStep, imageSource: (path: string) => string): string {
  const alt = escapeHtml(media.altText);
  return [
    `<section><div><h2>${escapeHtml(title)}</h2>`,
    ...description.split('\n').map(renderLine),
    '</div><figure>',
    `<img class="light" alt="${alt}" src="${imageSource(media.image.light)}">`,
    `<img class="dark" alt="${alt}" src="${imageSource(media.image.dark)}">`,
    '</figure></section>',
  ].join('\n');
}

/** A button, or a paragraph in which `**text**` is bold. */
function renderLine(line: string): string {
  const [, label, link] = buttonLine.exec(line) ?? [];
  if (label !== undefined && link !== undefined)
    return `<p><a class="button" href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
  return `<p>${escapeHtml(line).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')}</p>`;
}

/** Escapes a text for elements and double-quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** VS Code sets its theme's variables, and the classes of `body`. */
const styleSheet = `
  body { font-size: 14px; line-height: 1.5; }
  main { max-width: 1100px; margin: 0 auto; padding: 16px 8px 48px; }
  h1 { font-size: 26px; font-weight: 600; }
  h2 { font-size: 17px; font-weight: 600; margin: 0 0 8px; }
  .lead { font-size: 16px; color: var(--vscode-descriptionForeground); }
  section { display: grid; grid-template-columns: minmax(260px, 2fr) 3fr; gap: 24px; margin-top: 40px; }
  section p { margin: 0 0 10px; }
  figure { margin: 0; }
  img { width: 100%; border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)); border-radius: 4px; }
  .button { display: inline-block; padding: 4px 12px; border-radius: 2px; text-decoration: none;
    color: var(--vscode-button-foreground); background: var(--vscode-button-background);
    border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); }
  .button:hover { color: var(--vscode-button-foreground); background: var(--vscode-button-hoverBackground); }
  body.vscode-light .dark, body.vscode-high-contrast-light .dark { display: none; }
  body.vscode-dark .light, body.vscode-high-contrast:not(.vscode-high-contrast-light) .light { display: none; }
  @media (max-width: 620px) { section { grid-template-columns: 1fr; gap: 12px; } }
`;
