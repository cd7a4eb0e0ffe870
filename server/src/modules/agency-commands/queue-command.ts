import type { WaitingCommand } from '@agency-support/contract/modules/queued-command'
import { isForOnline, type QueuedCommandName } from '@agency-support/contract/rules/agency-commands'
import type { Refusal } from '../../calls/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { type CommandRow, lockCommands, insertCommand, listWaitingCommands } from './store.ts'
import { getSubject, waitingView } from './view.ts'

/** A queue this long is not being fetched; more commands would not help. */
const maxWaiting = 100

/** A command for an agency's software, and who orders it. */
export interface CommandOrder {
  agencyId: number
  command: QueuedCommandName
  argument: string
  issuedBy: string
  at: Date
  /** Queues it even if an identical command is waiting. */
  again?: boolean
  /** True for commands that only exist for agencies of version 5.x. */
  only5x?: boolean
}

/** The journal row that wakes the agency's software: `event` must be among those that the call declares. */
type QueuedEntry = NewEntry<'agencyCommands.queued'>

/** What queueing needs from a call, whose refusals must include `queueRefusals`. */
export interface Queueing {
  tx: Tx
  append: (entry: QueuedEntry) => Promise<void>
  refuse: {
    (reason: 'waiting', data: WaitingCommand): Refusal
    (reason: 'online' | 'full'): Refusal
  }
}

/**
 * Queues an agency command in the caller's transaction, with the journal row that wakes the agency's software. Throws
 * the call's refusal for an online agency that the command does not apply to, an identical waiting command, or a full
 * queue. Returns undefined for an unknown agency.
 */
export async function queueCommand(
  { tx, append, refuse }: Queueing,
  order: CommandOrder,
): Promise<CommandRow | undefined> {
  // Two requests cannot both add the same command.
  const agency = await serialiseAgency(tx, order.agencyId)
  if (agency === undefined) return undefined
  if (agency.is_online && (order.only5x === true || !isForOnline(order.command))) throw refuse('online')
  const waiting = await listWaitingCommands(tx, order.agencyId)
  const same = waiting.find((row) => isSame(row, order))
  if (same !== undefined && order.again !== true) throw refuse('waiting', waitingView(same))
  if (waiting.length >= maxWaiting) throw refuse('full')
  return add(tx, order, append)
}

/**
 * Queues a command that must be delivered to an agency that exists: never refused; an identical waiting command is
 * enough, and returned.
 */
export async function ensureQueued(
  { tx, append }: Pick<Queueing, 'tx' | 'append'>,
  order: CommandOrder,
): Promise<CommandRow> {
  await serialiseAgency(tx, order.agencyId)
  const waiting = await listWaitingCommands(tx, order.agencyId)
  const same = waiting.filter((row) => isSame(row, order)).map(({ command_id: id }) => id)
  // Locked, because software that collects it now would act on what was true before this transaction.
  const kept = same.length === 0 ? [] : await lockCommands(tx, order.agencyId, same)
  return kept.find(({ state }) => state === 'queued') ?? add(tx, order, append)
}

// A command that was begun and came back is only waiting to be reported interrupted: it will not run again.
function isSame(row: CommandRow, { command, argument }: CommandOrder): boolean {
  return row.begun_at === null && row.command === command && row.argument === argument
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
