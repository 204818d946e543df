// Run by the editor after Redline was uninstalled: hooks that were left behind no longer refuse edits about which nobody can be
// asked. Another editor with Redline writes this file again at its next start.
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

rmSync(path.join(process.env.REDLINE_HOME ?? path.join(homedir(), '.redline'), 'gate.json'), { force: true });
