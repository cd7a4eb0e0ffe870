import { type CommandState, isOpen } from '@agency-support/contract/rules/agency-commands'
import type { Tx } from '../../db/open.ts'
import { type CommandRow, saveCommand } from './store.ts'

/** A command that has ended, whatever the outcome. */
export interface EndedCommand {
  agencyId: number
  commandId: number
  command: string
  argument: string
  state: CommandState
  /** `interrupted` if it was stopped while running. */
  reason: string | null
  output: string
  at: Date
}

/** Who does what follows from the end of a command, or from the lack of one. */
export const commandsActor = { kind: 'system', name: 'commands', sessionId: null } as const

/** What another module does when a command has ended, in the same transaction; passed in by handlers.ts. */
export type CommandEnded = (tx: Tx, ended: EndedCommand) => Promise<void>

/** Saves a locked command after a step, and calls `ended` if it has ended. */
export async function saveStep(tx: Tx, row: CommandRow, ended: CommandEnded): Promise<void> {
  await saveCommand(tx, row)
  if (isOpen(row.state)) return
  const {
    agency_id: agencyId,
    command_id: commandId,
    command,
    argument,
    state,
    reason,
    output,
    finished_at: at,
  } = row
  if (at === null) throw new Error(`command ${commandId} has ended at no time`)
  await ended(tx, { agencyId, commandId, command, argument, state, reason, output, at })
}
