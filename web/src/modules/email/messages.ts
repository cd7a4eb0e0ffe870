import { email } from '@agency-support/contract/modules/email'
import { formatNumber } from '../../lib/format/format.ts'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const emailMessages = {
  failed: 'An error occurred while processing your request',
  empty: email.suppressions.refusals.none[1],
  /** When the provider's remark says what could not be listed, and while it is asked for what was not. */
  emptyOfListed: `${email.suppressions.refusals.none[1]} among those that could be listed.`,
  noDetails: 'No data',
  purged: 'Purge successful',
  noneSelected: 'Select an address first.',
  progress: (done: number, all: number) => `Purged ${formatNumber(done)} of ${formatNumber(all)}`,
  /** For a batch that got no answer. */
  stopped: (purged: number, all: number) =>
    `${formatNumber(purged)} of ${formatNumber(all)} addresses were purged. The others are still selected.`,
} as const
