/**
 * The web build grants every proposed API to every extension, so a use of one would pass here and throw in a user's
 * VS Code. These are the places of code-server 4.139.1 where the check was compiled away, and what the check is.
 */

const gate =
  /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\([^)]*\)\{if\(!\1\([^)]*\)\)throw new Error\(`Extension '\$\{[^`]*CANNOT use API proposal)/;
const grantAll = /_envEnablesProposedApiForAll=!0/;

interface Patch {
  readonly pattern: RegExp;
  readonly replacement: string;
  readonly name: string;
}

const closeGate: Patch = {
  name: 'isProposedApiEnabled',
  pattern: gate,
  replacement: 'function $1($2,$3){return!!$2.enabledApiProposals&&$2.enabledApiProposals.includes($3)}',
};
const closeGrant: Patch = {
  name: '_envEnablesProposedApiForAll',
  pattern: grantAll,
  replacement: '_envEnablesProposedApiForAll=!1',
};

/** Files under `lib/vscode/out`, each with what must be closed in it. */
export const proposedApiPatches: ReadonlyMap<string, readonly Patch[]> = new Map([
  ['server-main.js', [closeGate]],
  ['vs/workbench/api/node/extensionHostProcess.js', [closeGate]],
  ['vs/workbench/api/worker/extensionHostWorkerMain.js', [closeGate]],
  ['vs/code/browser/workbench/workbench.js', [closeGate, closeGrant]],
]);

/**
 * The same source with each patch applied exactly once.
 * @throws Error naming file and patch if a pattern does not occur exactly once, since the hole would then stay open.
 */
export function applyPatches(file: string, source: string, patches: readonly Patch[]): string {
  return patches.reduce((text, { name, pattern, replacement }) => {
    const found = text.match(new RegExp(pattern, 'g'))?.length ?? 0;
    if (found !== 1) {
      throw new Error(
        `Cannot close the proposed-API hole: ${name} occurs ${found} times in ${file}, expected once. ` +
          'The pinned VS Code changed; adapt test/host/driver/proposed-api.ts to it.',
      );
    }
    return text.replace(pattern, replacement);
  }, source);
}
