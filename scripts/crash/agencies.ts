import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type AgencyRunReport, runAgencies } from '../../server/test/crash/agency-run.ts'
import { root } from '../entry.ts'

const page = join(root, 'docs/reliability.md')
const begin = '<!-- The last recorded run; written by npm run crash -- agencies --record -->'
const end = '<!-- end -->'

/** Runs the agencies, tells and, if wished, records what came of it; true when nothing was lost. */
export async function agencyMain(given: {
  agencies: number
  minutes: number
  isRecorded: boolean
}): Promise<boolean> {
  const { agencies, minutes, isRecorded } = given
  const report = await runAgencies({ agencies, seconds: minutes * 60, say: console.log })
  for (const loss of report.losses) console.error(loss)
  const told = describeRun(report, new Date())
  console.log(told)
  if (isRecorded) writeFileSync(page, recordRun(readFileSync(page, 'utf8'), told))
  return report.losses.length === 0
}

/** A run in a sentence for each fact. */
function describeRun(report: AgencyRunReport, at: Date): string {
  const { agencies, seconds, kinds, commands, ended, redelivered, kills, losses } = report
  const clocks = kinds.clockAhead + kinds.clockBehind
  const ends = Object.entries(ended).map(([how, count]) => `${count} ${how}`)
  return [
    `Taken on ${at.toISOString().slice(0, 10)} on ${availableParallelism()} cores, Node ${process.versions.node}.`,
    `- ${agencies} agencies for ${seconds / 60} minutes: ${kinds.slowUplink} on slow uplinks, ${clocks} with wrong clocks, ${kinds.dying} dying half-way, killed ${kills} times.`,
    `- ${commands} commands: ${ends.join(', ')}; ${redelivered} of them were handed out more than once.`,
    `- ${losses.length} commands lost, run twice, or shown as their agency would deny.`,
  ].join('\n')
}

/** The page with a run in place of the one before. */
function recordRun(text: string, told: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/reliability.md has lost the place of the recorded run.')
  return `${text.slice(0, from + begin.length)}\n\n${told}\n\n${text.slice(to)}`
}
