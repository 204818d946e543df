// Declares types of the extension's manifest: an id that package.json lacks does not compile.

import type * as vscode from 'vscode';
import type packageJson from '../../../../package.json';
import type texts from '../../../../package.nls.json';

type Contributes = (typeof packageJson)['contributes'];
type CommandIdOf<TitleKey> = TitleKey extends `command.${infer Name}` ? `redline.${Name}` : never;
/** Distributes over a union: `keyof` alone gives only common keys. */
type KeyOfUnion<Union> = Union extends unknown ? keyof Union : never;
type WithoutPrefix<Id> = Id extends `redline.${infer Name}` ? Name : never;

/**
 * A command. Derived from the titles in package.nls.json, since TypeScript types the ids in package.json as `string`:
 * `npm run l10n` fails unless each command `redline.<name>` has the title `%command.<name>%`.
 */
export type CommandId = CommandIdOf<keyof typeof texts>;

/** A setting, without its prefix `redline.`. */
export type SettingId = WithoutPrefix<KeyOfUnion<Contributes['configuration'][number]['properties']>>;

export type WalkthroughStep = Contributes['walkthroughs'][number]['steps'][number];

export interface InputSchema {
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly required?: readonly string[];
}

/** A property of a tool's input; the items of a list are flat objects. */
export interface InputProperty {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: Partial<InputSchema>;
}

/** A tool; its texts for people are in the language of the editor. */
export interface LanguageModelToolContribution {
  readonly name: string;
  readonly displayName: string;
  /** In English. */
  readonly modelDescription: string;
  readonly userDescription?: string;
  readonly icon?: string;
  readonly when?: string;
  readonly inputSchema: InputSchema;
}

export interface Contributions extends Pick<Contributes, 'walkthroughs'> {
  readonly commands: readonly { readonly command: CommandId }[];
  readonly languageModelTools: readonly LanguageModelToolContribution[];
}

/** The contributions of the extension, in the language of the editor. */
export function contributionsOf({ packageJSON }: vscode.Extension<unknown>): Contributions {
  const manifest: { readonly contributes: Contributions } = packageJSON;
  return manifest.contributes;
}
