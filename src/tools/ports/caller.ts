// Defines the callers of tools: agents, the editor's chat, other extensions and the user.

/** The caller of a tool, and the channel of the call. */
export interface Caller {
  /**
   * Id of an agent (`codex`, `claude`, …), `vscode` for the editor's chat, `extension` for other extensions, `user` for
   * the user.
   */
  readonly agent: string;
  /** Id of the agent's conversation, if the channel provides it. */
  readonly session?: string;
  /** Id of the agent's turn in it, if the agent provides it. */
  readonly turn?: string;
  /**
   * The turn to which Watch attributes the call. The turn's session is the session of the agent's hooks, which may
   * differ from `session`.
   */
  readonly inTurn?: { readonly session: string; readonly turn: string } | undefined;
  /** Id of the call. Stays the same after a reconnection, so that a bridge can ask for the outcome of a lost call. */
  readonly toolUse?: string;
  /** The channel; agents outside the editor use `mcp` and `hook`. */
  readonly via: 'chat' | 'api' | 'palette' | 'mcp' | 'hook';
}

/** Another extension, through Redline's API. VS Code does not say which one. */
export const otherExtension: Caller = { agent: 'extension', via: 'api' };

/** The user, calling from the palette. */
export const userCaller: Caller = { agent: 'user', via: 'palette' };
