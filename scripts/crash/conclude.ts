import { describeMachine, recordRun, toTable } from '../recorded-run.ts'

/** What came of a run: what was measured, by its name, and what went wrong, as sentences. */
interface Outcome {
  measured: readonly (readonly [name: string, value: string])[]
  faults: readonly string[]
  at?: Date
}

/** Prints what came of a run of this verb, and optionally records it in docs/reliability.md; true if nothing went wrong. */
export function conclude(
  verb: string,
  { measured, faults, at = new Date() }: Outcome,
  isRecorded: boolean,
): boolean {
  for (const fault of faults) console.error(fault)
  const table = toTable([['What', 'Measured'], ...describeMachine(at), ...measured])
  console.log(table)
  if (isRecorded) recordRun('reliability.md', `npm run crash -- ${verb} --record`, table)
  return faults.length === 0
}
