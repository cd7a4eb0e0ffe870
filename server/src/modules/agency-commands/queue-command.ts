import type { WaitingCommand } from '@agency-support/contract/modules/queued-command'
import { isForOnline, type QueuedCommandName } from '@agency-support/contract/rules/agency-commands'
import type { Refusal } from '../../calls/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { type CommandRow, holdQueue, insertCommand, waitingCommands } from './store.ts'
import { getSubject, waitingView } from './view.ts'

/** A queue this long is not being collected; more would only bury what is in it. */
const maxWaiting = 100

/** What is asked of an agency's software, and by whom. */
export interface CommandOrder {
  agencyId: number
  command: QueuedCommandName
  argument: string
  issuedBy: string
  at: Date
  /** Wanted although an identical command is waiting. */
  again?: boolean
  /** Asked for on a way that leads to agencies of version 5.x only. */
  only5x?: boolean
}

/** What the caller appends so that the agency's software wakes: `event` must be among those its call declares. */
type QueuedEntry = NewEntry<'agencyCommands.queued'>

/** The powers of a call that queues; its refusals hold `queueRefusals`. */
export interface Queueing {
  tx: Tx
  append: (entry: QueuedEntry) => Promise<void>
  refuse: {
    (reason: 'waiting', data: WaitingCommand): Refusal
    (reason: 'online' | 'full'): Refusal
  }
}

/**
 * Puts a command into an agency's queue in the transaction of the call that asks for it, with the journal row by which
 * the agency's software wakes. Throws the call's refusal for an online agency that the command is not for, for an
 * identical command that waits, and for a queue that is full. Undefined for an unknown agency.
 */
export async function queueCommand(
  { tx, append, refuse }: Queueing,
  order: CommandOrder,
): Promise<CommandRow | undefined> {
  const agency = await holdQueue(tx, order.agencyId)
  if (agency === undefined) return undefined
  if (agency.is_online && (order.only5x === true || !isForOnline(order.command))) throw refuse('online')
  const waiting = await waitingCommands(tx, order.agencyId)
  const same = waiting.find((row) => isSame(row, order))
  if (same !== undefined && order.again !== true) throw refuse('waiting', waitingView(same))
  if (waiting.length >= maxWaiting) throw refuse('full')
  return add(tx, order, append)
}

/** The same for what must be told whatever else waits: never refused, and an identical command that waits will do. */
export async function ensureQueued(
  { tx, append }: Pick<Queueing, 'tx' | 'append'>,
  order: CommandOrder,
): Promise<void> {
  if ((await holdQueue(tx, order.agencyId)) === undefined) return
  const waiting = await waitingCommands(tx, order.agencyId)
  if (!waiting.some((row) => isSame(row, order))) await add(tx, order, append)
}

function isSame(row: CommandRow, { command, argument }: CommandOrder): boolean {
  return row.command === command && row.argument === argument
}

async function add(tx: Tx, order: CommandOrder, append: Queueing['append']): Promise<CommandRow> {
  const row = await insertCommand(tx, order)
  const { command, argument, agencyId } = order
  await append({
    event: 'agencyCommands.queued',
    agencyId,
    subject: getSubject(row),
    after: { command, argument },
  })
  return row
}
