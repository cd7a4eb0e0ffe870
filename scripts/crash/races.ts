import { runRaces } from '../../server/test/crash/races.ts'
import { describeMachine, recordRun, toTable } from '../recorded-run.ts'

/** Runs the races, prints the results and optionally records them; true if nothing went wrong. */
export async function raceMain(given: { rounds: number; isRecorded: boolean }): Promise<boolean> {
  const reports = await runRaces({ rounds: given.rounds, say: console.log })
  const faults = reports.flatMap((report) => report.faults)
  for (const fault of faults) console.error(fault)
  const rows = reports.map((report) => [
    `12 at once: ${report.name}`,
    `${report.rounds} rounds, ${report.faults.length} faults`,
  ])
  const table = toTable([['What', 'Measured'], ...describeMachine(new Date()), ...rows])
  console.log(table)
  if (given.isRecorded) recordRun('reliability.md', 'npm run crash -- races --record', table)
  return faults.length === 0
}
