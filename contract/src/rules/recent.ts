/** Seconds for which a sign-in or step-up is recent enough not to ask again (C-06). */
const recentSeconds = 15 * 60

/** The message of code 428. */
export const stepUpSentence = 'Please confirm that it is you.'

/**
 * True if the person signed in or confirmed their identity within the last 15 minutes. A time that a wrong clock put
 * further into the future than that is not recent.
 */
export function isRecent(authenticatedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - authenticatedAt.getTime()) < recentSeconds * 1000
}
