/** The scheme of what the history kept: `redline-history://<entry id>/<path>?<change index>-before` (or `-after`). */
export const historyScheme = 'redline-history';
