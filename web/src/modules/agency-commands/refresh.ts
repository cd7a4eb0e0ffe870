/** The queue loads again this often while it is looked at, besides what live hints bring. */
export const queueRefreshMs = 30_000
