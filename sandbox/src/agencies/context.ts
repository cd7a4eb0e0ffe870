import type { Scheduler } from './scheduler.ts'
import type { DurableRecord, Ending } from './durable-record.ts'
import type { OfferedProduct } from './marketplace.ts'
import type { Sockets } from './exchange.ts'
import { Unreachable } from './wire.ts'

/** What the software of all agencies in this process shares. */
export interface SimulatorContext {
  origin: string
  sockets: Sockets
  scheduler: Scheduler
  record: DurableRecord
  now: () => Date
  /** What agencies can subscribe to. */
  products: readonly OfferedProduct[]
  /** How lively the agencies are; 0 leaves them to do only what they are told to. */
  speed: number
  /** Told of what the server refused unexpectedly. */
  trouble: (sentence: string) => void
  /** Told before a command is run, and before its end is told: what the agency knows of it by itself. */
  account: (agencyId: number, commandId: number, what: 'ran' | Ending['outcome']) => void
}

/** Does what nobody waits for; what goes wrong is told, unless the server is away or the software ends. */
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
