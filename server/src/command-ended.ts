import type { Tx } from './db/open.ts'
import type { EndedCommand } from './modules/agency-commands/public.ts'
import { keepLockedUser } from './modules/agency-users/public.ts'
import { keepUnreleasedSeat } from './modules/seats/public.ts'

/** What the modules do when an agency command has ended, in its transaction. */
export async function commandEnded(tx: Tx, ended: EndedCommand): Promise<void> {
  await keepUnreleasedSeat(tx, ended)
  await keepLockedUser(tx, ended)
}
