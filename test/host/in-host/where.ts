/** Where the in-host suites run: which extension host, and what is open in the window. */
export interface Where {
  /** For people, and for names of files. */
  readonly name: string;
  /** `node`: the extension host of desktops and remote machines. `worker`: the one in the browser. */
  readonly host: 'node' | 'worker';
  /** A folder of the local disk, one of a file system that an extension serves, or a `.code-workspace` of several. */
  readonly opens: 'disk' | 'memory' | 'several';
  /** The folder below `test/host/suites` with what is run only there. */
  readonly folder?: string;
  /** Its folders with what is not run there. */
  readonly without?: readonly string[];
  /** Only the tests whose title has this text. */
  readonly grep?: string;
  /** Whether tables are run as a whole of which a sample suffices otherwise. */
  readonly whole?: boolean;
}

/**
 * The longest first, so that lanes end at about the same time. A review hangs on the extension host, or on the file system,
 * not on both at once: it runs in both hosts and on both file systems, but not in all four pairs of them. What is to review
 * runs in Node on the memory file system, too: there modes are known, but not of these files.
 */
export const everywhere: readonly Where[] = [
  { name: 'disk', host: 'node', opens: 'disk' },
  { name: 'memory-in-the-web', host: 'worker', opens: 'memory' },
  { name: 'disk-from-the-web', host: 'worker', opens: 'disk', without: ['review', 'toReview'] },
  { name: 'memory', host: 'node', opens: 'memory', without: ['review'] },
  { name: 'faults', host: 'node', opens: 'disk', folder: 'faults' },
  { name: 'several-folders', host: 'node', opens: 'several' },
];

/** The folder of the memory file system that is opened; the extension in `test/host/memfs` makes it. */
export const memoryFolder = 'memfs:/proj';

/** The user settings by which both extensions run in the host that is asked for. */
export function hostSettings({ host }: Where): Readonly<Record<string, unknown>> {
  if (host === 'node') return {};
  return { 'remote.extensionKind': { 'redline-tools.redline': ['web'], 'redline-tests.memfs': ['web'] } };
}
