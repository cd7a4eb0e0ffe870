import { runRaces } from '../../server/test/crash/races.ts'
import { conclude } from './conclude.ts'

/** Runs the races, prints the results and optionally records them; true if nothing went wrong. */
export async function raceMain(given: { rounds: number; isRecorded: boolean }): Promise<boolean> {
  const reports = await runRaces({ rounds: given.rounds, say: console.log })
  const faults = reports.flatMap((report) => report.faults)
  const measured = reports.map(
    (report) =>
      [`12 at once: ${report.name}`, `${report.rounds} rounds, ${report.faults.length} faults`] as const,
  )
  return conclude('races', { measured, faults }, given.isRecorded)
}
