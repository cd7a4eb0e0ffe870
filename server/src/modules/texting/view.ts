import type { AgencyTexting } from '@agency-support/contract/modules/texting'
import type { TextingRow } from './store.ts'

/** The record as the Texting tab gets it. */
export function textingView(row: TextingRow): AgencyTexting {
  return {
    phones: row.phones.map((phone) => ({ phone })),
    tcrNumber: row.tcr_number ?? '',
    version: row.version,
  }
}
