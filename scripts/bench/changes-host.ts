// Measures the activation and the change tools, each in a VS Code of its own.

import type { Evaluate } from '../../test/host/driver/harness.ts';
import type { Backstage } from '../../test/host/driver/host.ts';
import { packagedExtension } from '../../test/host/driver/paths.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { measureChanges, unasked } from './changes.ts';
import type { ChangeRow } from './time.ts';
import { inHost } from './window.ts';

/**
 * Measures the activation, and then the change tools in a VS Code of their own, in which nothing is asked; or one part
 * of the tools alone.
 */
export async function benchChanges(rounds: number, part: string | undefined): Promise<ChangeRow[]> {
  if (part !== undefined) {
    return inHost({ settings: unasked }, ({ evaluate, workspace }) =>
      measureChanges(evaluate, workspace.root, { rounds, part }),
    );
  }
  const alone = await inHost({ extension: null }, activationAlone);
  const starts: Start[] = [];
  for (let start = 1; start < 3; start++) {
    starts.push(await inHost({ settings: unasked }, ({ evaluate }) => startOf(evaluate)));
  }
  return inHost({ settings: unasked }, async ({ evaluate, workspace }) => {
    starts.push(await startOf(evaluate));
    const rows = await measureChanges(evaluate, workspace.root, { rounds, part });
    const typical = starts.toSorted((a, b) => ratioOf(a) - ratioOf(b))[starts.length >> 1];
    return [
      activationRow('activation in a running editor', alone, undefined),
      activationRow('activation at the start, beside all other extensions', typical?.ours, typical?.tiny),
      ...rows,
    ];
  });
}

/** One start of the editor. */
interface Start {
  readonly ours: Activation;
  /** Of an extension of half a hundred lines without a library: what the host itself takes. */
  readonly tiny: Activation;
}

async function startOf(evaluate: Evaluate): Promise<Start> {
  return { ours: await activationOf(evaluate, redline), tiny: await activationOf(evaluate, 'redline-tests.harness') };
}

const sumOf = ({ load, call }: Activation): number => load + call;
const ratioOf = ({ ours, tiny }: Start): number => sumOf(ours) / sumOf(tiny);

const redline = 'redline-tools.redline';

/** Redline is installed into an editor that has nothing else to do, and activated there at once. */
async function activationAlone({ evaluate }: Backstage): Promise<Activation> {
  await evaluate(async (vscode, vsix) => {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', vscode.Uri.file(vsix));
    return null;
  }, packagedExtension);
  await waitFor('the installed extension to be active', () =>
    evaluate((vscode, id) => Promise.resolve(vscode.extensions.getExtension(id)?.isActive === true), redline),
  );
  return activationOf(evaluate, redline);
}

/** Milliseconds. "Running Extensions" shows the sum of both. */
interface Activation {
  /** Until the code was loaded, waiting for others included. */
  readonly load: number;
  /** In the extension's own `activate`. */
  readonly call: number;
}

/** What "Startup Performance" says of an extension. */
async function activationOf(evaluate: Evaluate, id: string): Promise<Activation> {
  await evaluate((vscode) => vscode.commands.executeCommand('perfview.show').then(() => null));
  const row = new RegExp(`^\\| ${id} +\\| \\w+ +\\| (\\d+) +\\| (\\d+) +\\|`, 'm');
  let found: RegExpExecArray | null = null;
  await waitFor(`the activation of ${id}`, async () => {
    found = row.exec(await evaluate((vscode) => vscode.window.activeTextEditor?.document.getText() ?? ''));
    return found !== null;
  });
  await evaluate((vscode) => vscode.commands.executeCommand('workbench.action.closeActiveEditor').then(() => null));
  const [, load, call] = found ?? [];
  return { load: Number(load), call: Number(call) };
}

function activationRow(name: string, activation: Activation | undefined, tiny: Activation | undefined): ChangeRow {
  if (activation === undefined) throw new Error('No start was measured.');
  const { load, call } = activation;
  const ours = load + call;
  const other = tiny && sumOf(tiny);
  return {
    name: `${name} (loading ${load} ms, Redline's own code ${call} ms)`,
    ours,
    other,
    than: 'a tiny extension',
    block: undefined,
    // At the start, all extensions load at once, and the time until a file is loaded is mostly that of the others.
    goal: other === undefined ? '≤ 20 ms' : '≤ 20 ms, or ≤ 1.25 × a tiny extension',
    met: ours <= Math.max(20, 1.25 * (other ?? 0)),
  };
}
