import { type Background, repeat } from '../../background.ts'
import type { OwnProcess } from '../../calls/own-process.ts'
import { type Clock, plusSeconds } from '../../clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { type Log, logWarning } from '../../log.ts'
import { removeProcess, saveProcess } from './store.ts'

const everyMs = 10_000
const keepSeconds = 60 * 60

interface Parts {
  db: OpenDatabase
  own: OwnProcess
  clock: Clock
  log: Log
}

/** Writes down what this process tells of itself, and compares its clock with that of the database. */
export async function tell({ db, own, clock }: Omit<Parts, 'log'>): Promise<void> {
  const { processId, host, pid, build, startedAt } = own
  const now = clock.now()
  own.endDelaySpan()
  const figures = await own.read()
  const row = { process_id: processId, host, pid, build, started_at: startedAt, told_at: now, figures }
  const sent = Date.now()
  const at = await saveProcess(db, row, plusSeconds(now, -keepSeconds))
  own.clockApartMs = at === undefined ? null : toApart(at.getTime(), sent, Date.now())
}

/** How far our clock is ahead of an instant that the database told between two of ours; 0 where it lies between them. */
function toApart(at: number, sent: number, received: number): number {
  if (at > received) return received - at
  return at < sent ? sent - at : 0
}

/** Tells every ten seconds; one that stops takes its row away. */
export function startTelling({ db, own, clock, log }: Parts): Background {
  const telling = repeat('operations.tell', { everyMs, log, work: () => tell({ db, own, clock }) })
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await telling.stop()
    own.stop()
    await removeProcess(db, own.processId).catch((error: unknown) =>
      logWarning(log, 'operations.tell', error),
    )
  }
  return { ...telling, stop: () => (stopped ??= stop()) }
}
