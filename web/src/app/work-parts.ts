import { fetchAgencyPieces } from './agency-pieces.ts'
import { late } from './late.tsx'

const load = async () => (await import('./work.ts')).work

// Whoever signs in can do without these; they come while the first screen loads.
export const navigation = late(async () => (await load()).Navigation)
export const shortcutHelp = late(async () => (await load()).ShortcutHelp)
export const accountNotices = late(async () => (await load()).AccountNotices)
export const barTools = late(async () => (await load()).BarTools)

/** Fetches them all; a failure leaves it to the screen to try again. */
export async function fetchWorkParts(): Promise<void> {
  await Promise.allSettled([
    navigation.fetch(),
    shortcutHelp.fetch(),
    accountNotices.fetch(),
    barTools.fetch(),
    fetchAgencyPieces(),
  ])
}
