import { databaseRounds } from '../../server/test/crash/database-rounds.ts'
import { type FaultReport, faultRounds } from '../../server/test/crash/fault-rounds.ts'
import { conclude } from './conclude.ts'

const seconds = (ms: number): string => `${Math.round(ms / 10) / 100} s`

/** One other fault per this many restarts. */
const restartsAFault = 10
const faultTimes = { awayMs: 30_000, lastsMs: 2_000, limits: { refusalMs: 2_000, returnMs: 5_000 } }

function describeFault({
  name,
  rounds,
  refused,
  slowestRefusalMs,
  slowestReturnMs,
}: FaultReport): [string, string] {
  const refusals =
    refused === 0
      ? 'no request refused'
      : `${refused} answers 503, the slowest after ${seconds(slowestRefusalMs)}`
  return [
    rounds === 1 ? name : `${name}, ${rounds} times`,
    `${refusals}; changes again within ${seconds(slowestReturnMs)}`,
  ]
}

/**
 * Restarts the database under load and injects other faults, prints the result and optionally records it; true if
 * nothing was lost.
 */
export async function databaseMain(given: { restarts: number; isRecorded: boolean }): Promise<boolean> {
  const report = await databaseRounds({ restarts: given.restarts, say: console.log })
  const rounds = Math.ceil(given.restarts / restartsAFault)
  const faults = await faultRounds({ rounds, ...faultTimes, say: console.log })
  const losses = [...report.losses, ...faults.flatMap((fault) => fault.faults)]
  const measured = [
    ['Restarts, half of them by `SIGKILL`', String(report.restarts)],
    ['Changes acknowledged', String(report.acknowledged)],
    ['Answers 503 meanwhile', `${report.refused}, the slowest after ${seconds(report.slowestRefusalMs)}`],
    ['Reads again after the database had started', `within ${seconds(report.slowestReturnMs)}`],
    ...faults.map(describeFault),
    ['Lost, half done, done twice, answered otherwise or later', String(losses.length)],
  ] as const
  return conclude('database', { measured, faults: losses }, given.isRecorded)
}
