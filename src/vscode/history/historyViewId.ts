/** The view of the history, as the manifest names it. */
export const historyViewId = 'redline.history';
