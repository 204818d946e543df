// Runs the commands that users type: doctor, status, off, on. Imported lazily, to keep the start of a hook fast.
import { escapeForDisplay } from '../core/text/hiddenCharacters.ts';
import { runDoctor } from './doctor/doctor.ts';
import { switchGate } from './gateSettings.ts';
import { realPath } from './readFiles.ts';
import { formatStatuses, readWindowStatuses } from './status.ts';
import { redlineHome } from './windows.ts';

/** Runs a command in the working directory, and returns its exit code; for `status`, 1 if no window answers. */
export async function runUserCommand(
  command: 'doctor' | 'status' | 'off' | 'on',
  options: readonly string[],
): Promise<number> {
  const home = redlineHome();
  const cwd = realPath(process.cwd());
  switch (command) {
    case 'doctor':
      return runDoctor(home, cwd, options);
    case 'status': {
      const windows = await readWindowStatuses(home);
      console.log(options.includes('--json') ? JSON.stringify({ windows }, undefined, 2) : formatStatuses(windows));
      return windows.length === 0 ? 1 : 0;
    }
    case 'off':
    case 'on':
      console.log(escapeForDisplay(await switchGate(home, cwd, command)));
      return 0;
  }
}
