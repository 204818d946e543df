// Run by the editor after Redline was uninstalled: hooks that were left behind no longer refuse edits about which nobody can be
// asked. What another editor with Redline has written stays.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const { REDLINE_HOME = '' } = process.env;
// As Redline reads it: only an absolute path counts.
const home = path.isAbsolute(REDLINE_HOME) ? REDLINE_HOME : path.join(homedir(), '.redline');
const editor = realpathSync(path.resolve(import.meta.dirname, '../..'));
const name = createHash('sha256').update(editor).digest('hex').slice(0, 16);
// The first is of a version that had one file for all editors.
for (const file of ['gate.json', `gate-${name}.json`]) rmSync(path.join(home, file), { force: true });
