import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AgencyRunReport, runAgencies } from '../../server/test/crash/agency-run.ts'
import { root } from '../entry.ts'
import { getMachine } from '../recorded-run.ts'
import { conclude } from './conclude.ts'

/** The run described in docs/reliability.md, machine-readable. */
const record = join(root, 'docs/reliability-agencies.json')

/** Runs the agencies, prints the result and optionally records it; true if nothing was lost. */
export async function agencyMain(given: {
  agencies: number
  minutes: number
  isRecorded: boolean
}): Promise<boolean> {
  const { agencies, minutes, isRecorded } = given
  const report = await runAgencies({ agencies, seconds: minutes * 60, say: console.log })
  const at = new Date()
  if (isRecorded)
    writeFileSync(record, `${JSON.stringify({ at, machine: getMachine(), ...report }, undefined, 2)}\n`)
  return conclude('agencies', { measured: toRows(report), faults: report.losses, at }, isRecorded)
}

/** The result of a run, as rows. */
function toRows(report: AgencyRunReport): (readonly [string, string])[] {
  const { agencies, seconds, kinds, commands, ended, redelivered, kills, wrong, held } = report
  const share = (count: number): string => `${count} (${Math.round((count * 1000) / agencies) / 10} %)`
  const ends = Object.entries(ended).map(([how, count]) => `${count} ${how}`)
  const memory: [string, string][] =
    held === undefined
      ? []
      : [
          [
            'Memory of the server, second fifth and last',
            `${held.early.megabytes}, ${held.late.megabytes} MB`,
          ],
          ['Its open files and connections', `${held.early.files}, ${held.late.files}`],
        ]
  return [
    ['Agencies', String(agencies)],
    ['Commands were ordered for', `${seconds / 60} minutes`],
    ['On slow uplinks', share(kinds.slowUplink)],
    ['With wrong clocks', share(kinds.clockAhead + kinds.clockBehind)],
    ['Dying half-way', `${share(kinds.dying)}, killed ${kills} times`],
    ['Commands', `${commands}: ${ends.join(', ')}`],
    ['Handed out more than once', String(redelivered)],
    ...memory,
    ['Lost', String(wrong.lost)],
    ['Run twice', String(wrong.ranTwice)],
    ['Shown as the agency would deny', String(wrong.denied)],
  ]
}
