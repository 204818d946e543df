// Names processes, and checks whether they still run.
import { hostname } from 'node:os';
import type { Processes } from '../../tools/ports/diskPorts.ts';
import { codeOf } from './errorCode.ts';

/** Checks whether processes still run. Their names consist of the process id and the host (or container). */
export const nodeProcesses: Processes = {
  own: `${process.pid} ${hostname()}`,
  isGone(name) {
    const [pid = '', ...host] = name.split(' ');
    if (!/^[1-9]\d*$/.test(pid) || host.join(' ') !== hostname()) return false;
    try {
      process.kill(Number(pid), 0);
      return false;
    } catch (cause) {
      return codeOf(cause) === 'ESRCH';
    }
  },
};
