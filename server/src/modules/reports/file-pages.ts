import type { CsvLists } from '@agency-support/contract/rules/csv-file'
import type { ReadDb } from '../../db/open.ts'
import { readAgencyNames } from '../agencies/public.ts'
import {
  listActivatedForFile,
  listBilledForFile,
  listEventsForFile,
  type ReportedProduct,
} from '../marketplace/public.ts'
import { type ActivationFilters, type EventFilters, toActivationFilter, toEventFilter } from './rows.ts'
import { toStatus } from './view.ts'

/** Names cached per file: some 15 MB. */
const maxNames = 150_000

/** A page of a file as one list per field, all of the same length. */
export type FilePage = CsvLists & { agencyId: readonly number[] }

/** Pages of the billing report for its file, filtered by a text. */
export function billingFile(
  db: ReadDb,
  { productId }: ReportedProduct,
  { text }: { text?: string | undefined },
): AsyncIterable<FilePage> {
  return listBilledForFile(db, { productId, text })
}

/** Pages of the activation report for its file, filtered by its flags. */
export async function* activationFile(
  db: ReadDb,
  product: ReportedProduct,
  filters: ActivationFilters,
): AsyncGenerator<FilePage> {
  yield* listActivatedForFile(db, await toActivationFilter(db, product, filters))
}

/** Pages of the subscription events of a product for their file. */
export async function* eventsFile(
  db: ReadDb,
  product: ReportedProduct,
  filters: EventFilters,
): AsyncGenerator<FilePage> {
  const names = new Names(db)
  for await (const page of listEventsForFile(db, toEventFilter(product, filters)))
    yield {
      agencyId: page.agencyId,
      agencyName: await names.of(page.agencyId),
      eventDate: page.eventDate,
      subscriptionStatus: page.code.map((code) => toStatus(product, code)),
    }
}

/** A cache of agency names, because looking one up takes the database longer than reading an event. */
class Names {
  readonly #db: ReadDb
  readonly #known = new Map<number, string>()

  constructor(db: ReadDb) {
    this.#db = db
  }

  /** The names in the same order; empty for unknown agencies. */
  async of(agencyIds: readonly number[]): Promise<string[]> {
    if (this.#known.size > maxNames) this.#known.clear()
    const unknown = new Set(agencyIds.filter((agencyId) => !this.#known.has(agencyId)))
    if (unknown.size > 0) {
      const found = await readAgencyNames(this.#db, [...unknown])
      for (const { agencyId, name } of found) this.#known.set(agencyId, name)
    }
    return agencyIds.map((agencyId) => this.#known.get(agencyId) ?? '')
  }
}
