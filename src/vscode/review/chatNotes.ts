import * as vscode from 'vscode';
import type { Call } from '../../tools/ports/ports.ts';
import { sessionOf } from '../shared/chatSession.ts';

/** The tool whose only use is the line that the host shows in the chat for a call of it. */
export const noteTool = 'redline_note';

/** For so long, in milliseconds, the host is given to take a note before the next is handed over. */
const maxTaking = 3000;

/** A line of the chat. */
export interface ChatNote {
  readonly text: string;
  /** What the host shows to whoever opens the line. */
  readonly about: Readonly<Record<string, string>>;
  /** The line shows as under way until this resolves; by default it is done at once. */
  readonly until?: Promise<unknown>;
}

interface Handed {
  readonly note: ChatNote;
  readonly session: string;
  taken(): void;
}

/**
 * Lines in the chat of a call, besides those of the host: what the call waits for, and how the person answered. The host
 * gives no way to tell which call of the tool a note belongs to, so one note at a time is handed over.
 */
export class ChatNotes implements vscode.LanguageModelTool<object>, vscode.Disposable {
  readonly #registration = vscode.lm.registerTool(noteTool, this);
  #handed: Handed | undefined;
  #last: Promise<void> = Promise.resolve();

  /** Adds a line to the call's chat. Does nothing for a call from no chat, or whose turn has ended; never throws. */
  add({ token }: Call, note: ChatNote): void {
    const session = sessionOf(token);
    if (session !== undefined) this.#last = this.#last.then(() => this.#hand(note, session, token));
  }

  /** Another extension or an agent that calls this tool gets no line. */
  prepareInvocation(): vscode.PreparedToolInvocation {
    if (this.#handed === undefined) throw new Error('This tool is internal: it cannot be called.');
    return { invocationMessage: this.#handed.note.text };
  }

  async invoke({
    toolInvocationToken,
  }: vscode.LanguageModelToolInvocationOptions<object>): Promise<vscode.LanguageModelToolResult> {
    const handed = this.#handed;
    if (handed === undefined || sessionOf(toolInvocationToken) !== handed.session) {
      throw new Error('This tool is internal: it cannot be called.');
    }
    handed.taken();
    await handed.note.until;
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(handed.note.text)]);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async #hand(note: ChatNote, session: string, token: object | undefined): Promise<void> {
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    this.#handed = { note, session, taken: resolve };
    const timer = setTimeout(resolve, maxTaking);
    // The typings call the host's opaque token `never`, so nothing else can be written here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const toolInvocationToken = token as vscode.ChatParticipantToolToken;
    // A turn that has ended takes no more notes.
    vscode.lm.invokeTool(noteTool, { input: note.about, toolInvocationToken }).then(undefined, () => resolve());
    await taken;
    clearTimeout(timer);
    this.#handed = undefined;
  }
}
