import type { journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { listActors } from './search-store.ts'

/** Everybody who acted, for the filter; agencies' software is filtered by agency id instead. */
export const people: Handler<typeof journal.people> = (_input, { db }) => listActors(db)
