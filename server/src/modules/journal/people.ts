import type { journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { listActors } from './search-store.ts'

/** Everyone who acted, for the filter; agencies are told by their id there. */
export const people: Handler<typeof journal.people> = (_input, { db }) => listActors(db)
