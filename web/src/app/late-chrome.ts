import { late } from '../lib/late.tsx'

/** What stands around every screen once somebody is signed in; who signs in can do without it. */
export const lateChrome = late(async () => (await import('./chrome.ts')).chrome)
