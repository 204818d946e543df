import type { Locator, Page } from 'playwright-core';
import { minViewingTimeMs } from '../../../src/core/rules/approvalGate.ts';
import type { Evaluate, VSCode } from './harness.ts';
import type { Exchange, Model } from './model.ts';
import type { Script } from './model-script.ts';
import { waitFor } from './wait.ts';

/** The chat view, with the scripted model behind it. */
export interface Chat {
  /**
   * Sends a message to Copilot's agent mode in the chat session that is open, and plays the script in answer.
   * @param query must differ from what the test sends otherwise, since the script is found by it.
   * @param mode a chat mode: `agent`, or the name of a custom agent.
   */
  readonly send: (query: string, script: Script, mode?: string) => Promise<Sent>;
  /** Chooses a custom agent, once the chat knows it: before that it would take another instead, without a word. */
  readonly choose: (agent: string) => Promise<void>;
  /** Starts an empty session. One that still runs goes on in the background. */
  readonly newSession: () => Promise<void>;
  /** Clicks the Stop button. */
  readonly stop: () => Promise<void>;
  /** Waits until no turn is running in the session that is shown. */
  readonly idle: () => Promise<void>;
  /** A visible button of the approval card, by its exact text: `Allow Once`, `Skip`. */
  readonly button: (text: string) => Locator;
  /** Allows what the card asks, once it has been up for as long as that needs to count. */
  readonly allow: (button?: string) => Promise<void>;
  /** Presses Skip on the approval card, which rejects. */
  readonly skip: () => Promise<void>;
  /** Waits for the approval card and answers all its text. */
  readonly card: () => Promise<string>;
  /** The lines that tools left in the last turn, in their order. */
  readonly lines: () => Promise<readonly string[]>;
  /** The icons of the last turn that stand for something failed or skipped. */
  readonly failed: Locator;
}

/** A message on its way. */
export interface Sent extends Exchange {
  /** Waits for the script's closing text, and for the chat to have shown it. */
  readonly finished: () => Promise<void>;
}

export function chatOf(page: Page, evaluate: Evaluate, model: Model): Chat {
  const view = page.locator('.interactive-session').filter({ visible: true });
  const stopButton = view.locator('.codicon-stop-circle').filter({ visible: true });
  const idle = async (): Promise<void> => {
    await waitFor('the chat to be idle', async () => (await stopButton.count()) === 0);
  };
  const choose = async (agent: string): Promise<void> => {
    const chosen = view.locator('.chat-input-toolbars').getByText(agent, { exact: true });
    await waitFor(`the agent ${agent}`, async () => {
      await evaluate(openChat, { mode: agent });
      return (await chosen.count()) > 0;
    });
  };
  const button: Chat['button'] = (text) =>
    view.locator('.monaco-button').filter({ visible: true }).getByText(text, { exact: true });
  // What happens to a review draws its card anew, and a press in between is lost.
  const pressOnCard = async (text: string): Promise<void> => {
    await button(text).waitFor();
    await page.waitForTimeout(2 * minViewingTimeMs);
    await button(text).click();
  };
  const turn = view.locator('.interactive-response').last();
  return {
    choose,
    lines: async () => {
      const texts = await turn.locator('.chat-tool-invocation-part').allTextContents();
      return texts.map((text) => text.replaceAll('\u00a0', ' ').trim()).filter((text) => text !== '');
    },
    failed: turn.locator('[class*="codicon-error"], [class*="codicon-circle-slash"]'),
    send: async (query, script, mode = 'agent') => {
      if (mode !== 'agent') await choose(mode);
      const exchange = model.expect(query, script);
      await evaluate(openChat, { query, mode });
      return {
        ...exchange,
        finished: async () => {
          await exchange.closed();
          await idle();
        },
      };
    },
    newSession: async () => {
      await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.chat.newChat').then(() => null));
    },
    stop: () => stopButton.first().click(),
    idle,
    button,
    allow: (text = 'Allow Once') => pressOnCard(text),
    skip: () => pressOnCard('Skip'),
    card: async () => {
      const card = view.locator('.chat-tool-confirmation-carousel').filter({ visible: true });
      await card.waitFor();
      // Code blocks are editors, and editors show a space as a no-break space.
      return (await card.innerText()).replaceAll('\u00a0', ' ');
    },
  };
}

function openChat(vscode: VSCode, args: { query?: string; mode: string }): PromiseLike<unknown> {
  const modelSelector = { vendor: 'customendpoint', id: 'scripted' };
  return vscode.commands.executeCommand('workbench.action.chat.open', { ...args, modelSelector }).then(() => null);
}
