// Declares types of the extension's manifest: an id that package.json lacks does not compile.

import type * as vscode from 'vscode';
import type packageJson from '../../../../package.json';
import type texts from '../../../../package.nls.json';

type Contributes = (typeof packageJson)['contributes'];
type CommandOf<Key> = Key extends `command.${infer Name}` ? `redline.${Name}` : never;
type KeyOf<Properties> = Properties extends unknown ? keyof Properties : never;
type NameOf<Key> = Key extends `redline.${infer Name}` ? Name : never;

/** A command: `npm run l10n` fails unless `redline.<name>` has the title `%command.<name>%`. */
export type CommandId = CommandOf<keyof typeof texts>;

/** A setting, without its prefix `redline.`. */
export type SettingId = NameOf<KeyOf<Contributes['configuration'][number]['properties']>>;

export type WalkthroughStep = Contributes['walkthroughs'][number]['steps'][number];

export interface InputSchema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** A property of a tool's input; the items of a list are flat objects. */
export interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: Partial<InputSchema>;
}

/** A tool; its texts for people are in the language of the editor. */
export interface ToolManual {
  readonly name: string;
  readonly displayName: string;
  readonly modelDescription: string;
  readonly userDescription?: string;
  readonly icon?: string;
  readonly when?: string;
  readonly inputSchema: InputSchema;
}

export interface Contributions extends Pick<Contributes, 'walkthroughs'> {
  readonly commands: readonly { readonly command: CommandId }[];
  readonly languageModelTools: readonly ToolManual[];
}

/** The contributions of the extension, in the language of the editor. */
export function contributionsOf({ packageJSON }: vscode.Extension<unknown>): Contributions {
  const manifest: { readonly contributes: Contributions } = packageJSON;
  return manifest.contributes;
}
