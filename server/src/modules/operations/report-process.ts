import { type Background, repeat } from '../../lib/background.ts'
import type { OwnProcess } from '../../calls/own-process.ts'
import { type Clock, plusSeconds, toApart } from '../../lib/clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { type Log, logWarning } from '../../lib/log.ts'
import { removeProcess, saveProcess } from './store.ts'

const everyMs = 10_000
const keepSeconds = 60 * 60

interface Parts {
  db: OpenDatabase
  own: OwnProcess
  clock: Clock
  log: Log
}

/** Stores this process's figures, and compares its clock with the database's. */
export async function reportProcess({ db, own, clock }: Omit<Parts, 'log'>): Promise<void> {
  const { processId, host, pid, build, startedAt } = own
  const now = clock.now()
  own.endDelaySpan()
  const figures = await own.read()
  const row = { process_id: processId, host, pid, build, started_at: startedAt, told_at: now, figures }
  const sent = Date.now()
  const at = await saveProcess(db, row, plusSeconds(now, -keepSeconds))
  own.clockApartMs = at === undefined ? null : toApart(at, sent, Date.now())
}

/** Reports every ten seconds; a process that stops deletes its row. */
export function startReporting({ db, own, clock, log }: Parts): Background {
  const reporting = repeat('operations.report', {
    everyMs,
    log,
    work: () => reportProcess({ db, own, clock }),
  })
  const stop = async (): Promise<void> => {
    await reporting.stop()
    own.stop()
    await removeProcess(db, own.processId).catch((error: unknown) =>
      logWarning(log, 'operations.report', error),
    )
  }
  return { ...reporting, stop }
}
