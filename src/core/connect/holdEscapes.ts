// Finds settings and rules by which an agent's commands escape the sandbox, so that Hold has no effect.
import { codexProfileName, codexTemporaryFolders } from './holdSettings.ts';
import { fieldAt, stringsIn, type Json } from './json/jsonNodes.ts';
import { parseToml } from './toml/tomlValues.ts';

/** Matches an absolute path without globs, `.`, `..` and double slashes. */
const plainPath = /^(?:\/(?!\.{0,2}(?:\/|$))[^/*?[]+)+$/;

/**
 * Finds a permission that someone added to the profile of Hold, and that lets commands write in more than the exempt
 * folders. Returns its name, or `extends` if the profile has another base; undefined if there is neither.
 * @param text valid TOML: Codex's `config.toml`
 */
export function findLoosePermission(text: string): string | undefined {
  const profile = fieldAt(parseToml(text), `permissions.${codexProfileName}`);
  if (fieldAt(profile, 'extends') !== ':read-only') return 'extends';
  const rules = Object.entries(fieldAt(profile, 'filesystem') ?? {});
  return rules.find(([path, access]) => {
    // Codex's levels are strings, so a value without any grants nothing.
    const isReadOnly = stringsIn(access).every((level) => ['read', 'none', 'deny'].includes(level));
    const isOneFolder = access === 'write' && plainPath.test(path);
    return !isReadOnly && !isOneFolder && !codexTemporaryFolders.includes(path);
  })?.[0];
}

/** Flags in `sandbox` that weaken it. By sockets or Apple events, a command can have other programs (Docker) write. */
const claudeEscapeFlags: readonly string[] = [
  'enableWeakerNestedSandbox',
  'allowNestedUserNamespaces',
  'filesystem.disabled',
  'network.allowAllUnixSockets',
  'allowAppleEvents',
];

/** Names (`sandbox.…`) of settings by which commands of Claude Code escape the sandbox or its denials. */
export function findClaudeEscapes(settings: Json): string[] {
  const sandbox = fieldAt(settings, 'sandbox');
  const excluded = fieldAt(sandbox, 'excludedCommands');
  const hasExcluded = Array.isArray(excluded) && excluded.length > 0;
  const flags = claudeEscapeFlags.filter((name) => fieldAt(sandbox, name) === true);
  return [...(hasExcluded ? ['excludedCommands'] : []), ...flags].map((name) => `sandbox.${name}`);
}

/** Maximum characters before a decision's value that are searched for `decision =`, so that the search stays linear. */
const maxDecisionChars = 100;

/** Matches a comment or a string of Starlark, the language of Codex's rules. */
const commentOrString = /#.*|("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** Matches a decision that lets no command run unasked, for which `maskStrings` writes `!`, to the end of its argument. */
const restrictiveValue = /^\s*!\s*[,)]/;

/**
 * Whether a Codex rules file lets a command run outside the sandbox. A rule without a `decision` allows it, and so does
 * one whose decision is not a plain string, since it cannot be evaluated here.
 */
export function hasAllowRule(text: string): boolean {
  // A name without arguments after it may define an alias, whose calls are not found, so it counts as allowing.
  const [, ...codeAfterNames] = maskStrings(text).split(/\bprefix_rule\b/);
  return codeAfterNames.some((code) => {
    const call = findArguments(code);
    if (call === undefined) return true;
    const [, ...codeAfterDecisions] = call.split(/\bdecision\s*=/);
    return codeAfterDecisions.length === 0 || !codeAfterDecisions.every((value) => restrictiveValue.test(value));
  });
}

/**
 * Removes comments and the text of strings, since these could look like code. A decision that lets no command run
 * unasked becomes `!`, a character that Starlark code does not contain.
 */
function maskStrings(text: string): string {
  return text.replace(commentOrString, (token, _, offset: number) => {
    if (token.startsWith('#')) return '';
    const isDecision = /\bdecision\s*=\s*$/.test(text.slice(Math.max(0, offset - maxDecisionChars), offset));
    return isDecision && /^["'](?:prompt|forbidden)["']$/.test(token) ? '!' : '""';
  });
}

/** The arguments in parentheses at the start of the code, as from `maskStrings`; undefined if there are none. */
function findArguments(code: string): string | undefined {
  if (!/^\s*\(/.test(code)) return undefined;
  let depth = 0;
  for (let index = 0; index < code.length; index++) {
    if (code[index] === '(') depth++;
    else if (code[index] === ')' && --depth === 0) return code.slice(0, index + 1);
  }
  return undefined;
}
