import type { Where } from './where.ts';

/** What a run of the suites is told; it stands in their bundle, since a worker has no environment and no arguments. */
export interface ThisRun {
  readonly where: Where;
  /** The file that gets the results. */
  readonly results: string;
  /** Where suites ask for what is on screen, if that can be seen. */
  readonly screen?: { readonly url: string; readonly secret: string };
  /** Where a worker host asks Node to do what it cannot. */
  readonly bridge?: { readonly url: string; readonly secret: string; readonly platform: string };
}

/** The bundler puts it there. */
declare const REDLINE_RUN: ThisRun;

export const thisRun: ThisRun = REDLINE_RUN;
