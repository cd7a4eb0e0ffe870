/** Polling interval while the queue is shown, in addition to live hints. */
export const queueRefreshMs = 30_000
