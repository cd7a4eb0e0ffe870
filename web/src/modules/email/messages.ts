import { email } from '@agency-support/contract/modules/email'
import { formatNumber } from '../../lib/format.ts'

/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const emailMessages = {
  failed: 'An error occurred while processing your request',
  empty: email.suppressions.refusals.none[1],
  noDetails: 'No data',
  purged: 'Purge successful',
  noneSelected: 'Select an address first.',
  progress: (done: number, all: number) => `Purged ${formatNumber(done)} of ${formatNumber(all)}`,
  /** A batch without an answer: what is known of the others. */
  stopped: (purged: number, all: number) =>
    `${formatNumber(purged)} of ${formatNumber(all)} addresses were purged. The others are still selected.`,
} as const
