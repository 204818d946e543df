// Names processes, and checks whether they still run.
import { hostname } from 'node:os';
import type { Processes } from '../../tools/ports/diskPorts.ts';
import { getErrorCode } from './errorCode.ts';

/** Checks whether processes still run. A process is named by its id and the host (or container): `123 host`. */
export const nodeProcesses: Processes = {
  own: `${process.pid} ${hostname()}`,
  isGone(name) {
    const [pid = '', ...host] = name.split(' ');
    const isOnThisHost = host.join(' ') === hostname();
    if (!isOnThisHost || !/^[1-9]\d*$/.test(pid)) return false;
    try {
      // Signal 0 sends nothing, and only checks that the process exists.
      process.kill(Number(pid), 0);
      return false;
    } catch (cause) {
      return getErrorCode(cause) === 'ESRCH';
    }
  },
};
