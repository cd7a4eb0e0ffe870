import type { CommandState } from '@agency-support/contract/rules/agency-commands'
import { isOpen } from '@agency-support/contract/rules/agency-commands'
import type { Tx } from '../../db/open.ts'
import { type CommandRow, saveCommand } from './store.ts'

/** A command that has ended, in whatever way. */
export interface EndedCommand {
  agencyId: number
  commandId: number
  command: string
  argument: string
  state: CommandState
  /** interrupted, when it was stopped in the middle. */
  reason: string | null
  output: string
}

/** What another module does when a command has ended, in the same transaction; handed in where the modules are joined. */
export type CommandEnded = (tx: Tx, ended: EndedCommand) => Promise<void>

/** Writes back a locked command after a step, and lets whoever waits for its end know. */
export async function saveStep(tx: Tx, row: CommandRow, ended: CommandEnded): Promise<void> {
  await saveCommand(tx, row)
  if (isOpen(row.state)) return
  const { agency_id: agencyId, command_id: commandId, command, argument, state, reason, output } = row
  await ended(tx, { agencyId, commandId, command, argument, state, reason, output })
}
