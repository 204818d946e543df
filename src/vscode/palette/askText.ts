// Asks the user for a text or a number by an input box.

import * as vscode from 'vscode';
import type { InputProperty } from '../shared/contributions/manifest.ts';

export interface TextQuestion {
  readonly title: string;
  /** The input so far. */
  readonly knownInput: Readonly<Record<string, unknown>>;
}

interface TextButton extends vscode.QuickInputButton {
  readonly text: () => Thenable<string> | string;
}

/**
 * Asks for a text or a whole number, returned as text; undefined if the user cancels. Buttons insert the clipboard or
 * the selection, since an input box cannot contain several lines.
 */
export function askText(name: string, property: InputProperty, question: TextQuestion): Promise<string | undefined> {
  const box = createBox(name, property, question);
  const isText = property.type === 'string';
  const buttons = isText ? textButtons() : [];
  box.buttons = buttons;
  // The problem of a text, as `validationMessage` shows it; empty if it is valid.
  const problemOf = (text: string): string => (isText ? '' : numberProblem(text, property));
  return new Promise((resolve) => {
    const finish = (text: string): void => {
      // First, since hiding the box resolves to undefined.
      resolve(text);
      box.hide();
    };
    box.onDidChangeValue((text) => (box.validationMessage = problemOf(text)));
    box.onDidAccept(() => {
      const problem = problemOf(box.value);
      if (problem === '') finish(box.value);
      else box.validationMessage = problem;
    });
    box.onDidTriggerButton((button) => {
      const textButton = buttons.find((candidate) => candidate === button);
      if (textButton === undefined) return;
      void (async () => textButton.text())().then(finish, () => {
        box.validationMessage = vscode.l10n.t('The text could not be read. Type it, or try again.');
      });
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function createBox(name: string, property: InputProperty, { title, knownInput }: TextQuestion): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = title;
  if (property.description !== undefined) box.prompt = property.description;
  box.ignoreFocusOut = true;
  box.value = suggestionFor(name, property, knownInput);
  return box;
}

/** Buttons for texts that may have line breaks. The selection is offered only if there is one. */
function textButtons(): TextButton[] {
  const clipboard: TextButton = {
    iconPath: new vscode.ThemeIcon('clippy'),
    tooltip: vscode.l10n.t('Use the Clipboard Text'),
    text: () => vscode.env.clipboard.readText(),
  };
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [clipboard];
  const selected = editor.document.getText(editor.selection);
  const selection: TextButton = {
    iconPath: new vscode.ThemeIcon('selection'),
    tooltip: vscode.l10n.t('Use the Selected Text'),
    text: () => selected,
  };
  return [clipboard, selection];
}

/** Suggests the old path, the selected text or lines of the active editor, or the default. */
function suggestionFor(name: string, property: InputProperty, knownInput: TextQuestion['knownInput']): string {
  if (name === 'to' && typeof knownInput['from'] === 'string') return knownInput['from'];
  const editor = vscode.window.activeTextEditor;
  const isFile = editor !== undefined && vscode.workspace.getWorkspaceFolder(editor.document.uri) !== undefined;
  if (isFile && name === 'oldString' && editor.selection.isSingleLine) return editor.document.getText(editor.selection);
  if (isFile && name === 'startLine') return String(editor.selection.start.line + 1);
  if (isFile && name === 'endLine') return String(editor.selection.end.line + 1);
  return typeof property.default === 'number' || typeof property.default === 'string' ? String(property.default) : '';
}

/** The reason why a text is not a valid number for the property; empty if it is. */
function numberProblem(text: string, { minimum = -Infinity, maximum = Infinity }: InputProperty): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) return vscode.l10n.t('Enter a whole number.');
  if (value < minimum) return vscode.l10n.t('Enter {0} or more.', minimum);
  return value > maximum ? vscode.l10n.t('Enter {0} or less.', maximum) : '';
}
