import { whyNotReleased } from '@agency-support/contract/rules/seats'
import type { Tx } from '../../db/open.ts'
import type { EndedCommand } from '../agency-commands/public.ts'
import { restoreSeat } from './usage-store.ts'

/** Puts a released seat back, with the reason, when the agency's software did not carry its release out (D-106). */
export async function keepUnreleasedSeat(tx: Tx, ended: EndedCommand): Promise<void> {
  if (ended.command !== 'releaseSeat') return
  const problem = whyNotReleased(ended)
  if (problem === undefined) return
  await restoreSeat(tx, { agencyId: ended.agencyId, commandId: ended.commandId, problem })
}
