import type { Scheduler } from './scheduler.ts'
import type { DurableRecord, Ending } from './durable-record.ts'
import type { OfferedProduct } from './marketplace.ts'
import type { Sockets } from './exchange.ts'
import { Unreachable } from './wire.ts'

/** Shared by the software of all agencies in this process. */
export interface SimulatorContext {
  origin: string
  sockets: Sockets
  scheduler: Scheduler
  record: DurableRecord
  now: () => Date
  /** What agencies can subscribe to. */
  products: readonly OfferedProduct[]
  /** Activity factor; at 0 the agencies only carry out commands. */
  speed: number
  /** Called with each unexpected refusal of the server. */
  trouble: (sentence: string) => void
  /** Called before a command runs, and before its result is reported: the agency's own view of it. */
  account: (agencyId: number, commandId: number, what: 'ran' | Ending['outcome']) => void
}

/**
 * Runs something in the background; errors are reported, unless the server is unreachable or the software is ending.
 */
export async function runInBackground(
  { scheduler, trouble }: SimulatorContext,
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (scheduler.isClosed || error instanceof Unreachable) return
    trouble(error instanceof Error ? error.message : String(error))
  }
}
