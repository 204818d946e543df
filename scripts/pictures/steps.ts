// Steps that several scenes have in common.

import type { Host } from '../../test/host/driver/host.ts';

/** Runs a command without its answer. */
export function command({ evaluate }: Host, id: string, ...args: readonly unknown[]): Promise<null> {
  return evaluate(
    (vscode, [name, ...rest]) => vscode.commands.executeCommand(String(name), ...rest).then(() => null),
    [id, ...args],
  );
}

/** Sets whether changes are reviewed after they are written. */
export function reviewAfter(host: Host, isOn: boolean): Promise<null> {
  return host.evaluate(
    (vscode, when) =>
      vscode.workspace
        .getConfiguration('redline')
        .update('review.when', when, vscode.ConfigurationTarget.Global)
        .then(() => null),
    isOn ? 'after' : 'before',
  );
}
