import { allEvents } from '@agency-support/contract'
import type { Plugin } from 'vite'

const contract = '@agency-support/contract'
const virtual = `\0${contract}`

/**
 * Replaces the contract's index, of which pages only import `allEvents`, by a table of the events: the index imports
 * the calls of every module, which made the Journal load 13 more files. Another import of it breaks the build.
 */
export function eventTable(): Plugin {
  return {
    name: 'event-table',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^@agency-support\/contract$/ }, handler: () => virtual },
    load: {
      filter: { id: /^\0@agency-support\/contract$/ },
      handler: () => `export const allEvents = new Map(${JSON.stringify([...allEvents])})`,
    },
  }
}
