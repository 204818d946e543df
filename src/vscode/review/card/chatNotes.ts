// Adds lines to the chat of a call: the reason why it waits, and how the user answered.

import * as vscode from 'vscode';
import { oneAtATime } from '../../../core/async/oneAtATime.ts';
import type { Call } from '../../../tools/ports/ports.ts';
import { sessionOf } from '../../shared/chatSession.ts';

/** An internal tool whose progress message the host shows as a line in the chat. */
const noteTool = 'redline_note';

/** Maximum time to wait for the host to show a note before the next one. */
const maxShowMs = 3000;

export interface ChatNote {
  readonly text: string;
  /** Details that the host shows when the line is expanded. */
  readonly about: Readonly<Record<string, string>>;
  /** The line shows as in progress until this settles; as completed at once if omitted. */
  readonly until?: Promise<unknown>;
}

interface CurrentNote {
  readonly note: ChatNote;
  readonly session: string;
  onShown(): void;
}

/** Adds one line at a time: the host does not say which invocation a note belongs to. */
export class ChatNotes implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(noteTool, this);
  /** Undefined between notes. */
  #current: CurrentNote | undefined;

  /** Adds a line to the call's chat. Does nothing for a call without a chat, or whose turn has ended; never throws. */
  add({ token }: Call, note: ChatNote): void {
    const session = sessionOf(token);
    if (session !== undefined) void this.#show(note, session, token);
  }

  /** Called by the host for the line's text. Throws if no note is to be shown, so that others called this tool. */
  prepareInvocation(): vscode.PreparedToolInvocation {
    if (this.#current === undefined) throw new Error('This tool is internal: it cannot be called.');
    return { invocationMessage: this.#current.note.text };
  }

  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const current = this.#current;
    if (current === undefined || sessionOf(toolInvocationToken) !== current.session) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    current.onShown();
    await current.note.until;
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(current.note.text)]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  readonly #show = oneAtATime(async (note: ChatNote, session: string, token: object | undefined): Promise<void> => {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    this.#current = { note, session, onShown: resolve };
    const timer = setTimeout(resolve, maxShowMs);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the typings declare the opaque token `never`
    const toolInvocationToken = token as vscode.ChatParticipantToolToken;
    // Rejects if the turn has ended.
    vscode.lm.invokeTool(noteTool, { input: note.about, toolInvocationToken }).then(undefined, () => resolve());
    await shown;
    clearTimeout(timer);
    this.#current = undefined;
  });
}
