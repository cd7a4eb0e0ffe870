import { whyNotReleased } from '@agency-support/contract/rules/seats'
import type { Tx } from '../../db/open.ts'
import type { EndedCommand } from '../agency-commands/public.ts'
import { restoreSeat } from './usage-store.ts'

/** Restores a released seat, with the reason, if the agency's software did not carry out the release (D-106). */
export async function keepUnreleasedSeat(tx: Tx, ended: EndedCommand): Promise<void> {
  if (ended.command !== 'releaseSeat') return
  const problem = whyNotReleased(ended)
  if (problem === undefined) return
  await restoreSeat(tx, { agencyId: ended.agencyId, commandId: ended.commandId, problem })
}
