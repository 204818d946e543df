// Declares what the entry points (`extension.ts`, `extension.web.ts`) provide beyond VS Code's API.

import type { OpenSyntaxChecker } from '../../core/change/warnings/syntaxErrors.ts';
import type { Flavour } from '../../core/path/pathParts.ts';
import type { AgentMachine, OpenEndpoint } from '../../tools/ports/agentPorts.ts';
import type { Processes } from '../../tools/ports/diskPorts.ts';
import type { OpenWatch } from '../../tools/ports/watchPort.ts';
import type { OpenLocalStorage } from '../journal/editorStorage.ts';
import type { LocalDisk } from '../ports/localDisk.ts';
import type { QueryPlatform } from '../queries/queryFactory.ts';

/** Services beyond VS Code's API; a web host has none of the optional ones. */
export interface Platform extends QueryPlatform, LocalDisk {
  readonly flavour: Flavour;
  readonly processes?: Processes;
  readonly storageFolder?: OpenLocalStorage;
  readonly openEndpoint?: OpenEndpoint;
  readonly agentMachine?: () => Promise<AgentMachine>;
  readonly openWatch?: OpenWatch;
  readonly openSyntax?: OpenSyntaxChecker;
}
