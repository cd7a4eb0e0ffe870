/** A sign-in or step-up younger than this stands for asking again (C-06). */
const recentSeconds = 15 * 60

/** What a call that asks for a recent sign-in answers with, besides code 428. */
export const stepUpSentence = 'Please confirm that it is you.'

/**
 * True while the person has signed in or confirmed who they are within the last quarter of an hour. What a clock that
 * was wrong has put further into the future than that is not recent.
 */
export function isRecent(authenticatedAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - authenticatedAt.getTime()) < recentSeconds * 1000
}
