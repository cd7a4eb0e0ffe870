import { databaseRounds } from '../../server/test/crash/database-rounds.ts'
import { describeMachine, recordRun, toTable } from '../recorded-run.ts'

const seconds = (ms: number): string => `${Math.round(ms / 10) / 100} s`

/** Restarts the database under load, tells and, if wished, records what came of it; true when nothing was lost. */
export async function databaseMain(given: { restarts: number; isRecorded: boolean }): Promise<boolean> {
  const report = await databaseRounds({ restarts: given.restarts, say: console.log })
  for (const loss of report.losses) console.error(loss)
  const told = toTable([
    ['What', 'Measured'],
    ...describeMachine(new Date()),
    ['Restarts, half of them by `SIGKILL`', String(report.restarts)],
    ['Changes acknowledged', String(report.acknowledged)],
    ['Answers 503 meanwhile', `${report.refused}, the slowest after ${seconds(report.slowestRefusalMs)}`],
    ['Reads again after the database had started', `within ${seconds(report.slowestReturnMs)}`],
    ['Lost, half done or done twice', String(report.losses.length)],
  ])
  console.log(told)
  if (given.isRecorded) recordRun('reliability.md', 'npm run crash -- database --record', told)
  return report.losses.length === 0
}
