import { late } from '../lib/late.tsx'

/** Everything around the screen for a signed-in person; not needed to sign in. */
export const lateChrome = late(async () => (await import('./chrome.ts')).chrome)
