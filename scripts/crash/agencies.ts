import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type AgencyRunReport, runAgencies } from '../../server/test/crash/agency-run.ts'
import { root } from '../entry.ts'

const page = join(root, 'docs/reliability.md')
/** The same for programs. */
const record = join(root, 'docs/reliability-agencies.json')
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
  const at = new Date()
  const told = describeRun(report, at)
  console.log(told)
  if (isRecorded) {
    writeFileSync(page, recordRun(readFileSync(page, 'utf8'), told))
    writeFileSync(record, `${JSON.stringify({ at, machine: getMachine(), ...report }, undefined, 2)}\n`)
  }
  return report.losses.length === 0
}

function getMachine(): Record<string, string | number> {
  const processor = cpus()[0]?.model ?? 'unknown'
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return { cores: availableParallelism(), processor, memoryGb, node: process.versions.node }
}

/** A run as a table. */
function describeRun(report: AgencyRunReport, at: Date): string {
  const { agencies, seconds, kinds, commands, ended, redelivered, kills, wrong } = report
  const { cores, processor, memoryGb, node } = getMachine()
  const share = (count: number): string => `${count} (${Math.round((count * 1000) / agencies) / 10} %)`
  const ends = Object.entries(ended).map(([how, count]) => `${count} ${how}`)
  const rows = [
    ['Taken on', at.toISOString().slice(0, 10)],
    [
      'Machine',
      `${cores} cores, ${processor}, ${memoryGb} GB, Node ${node}; server, database and agencies share it`,
    ],
    ['Agencies', String(agencies)],
    ['Commands were ordered for', `${seconds / 60} minutes`],
    ['On slow uplinks', share(kinds.slowUplink)],
    ['With wrong clocks', share(kinds.clockAhead + kinds.clockBehind)],
    ['Dying half-way', `${share(kinds.dying)}, killed ${kills} times`],
    ['Commands', `${commands}: ${ends.join(', ')}`],
    ['Handed out more than once', String(redelivered)],
    ['Lost', String(wrong.lost)],
    ['Run twice', String(wrong.ranTwice)],
    ['Shown as the agency would deny', String(wrong.denied)],
  ]
  return ['| What | Measured |', '|---|---|', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join(
    '\n',
  )
}

/** The page with a run in place of the one before. */
function recordRun(text: string, told: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/reliability.md has lost the place of the recorded run.')
  return `${text.slice(0, from + begin.length)}\n\n${told}\n\n${text.slice(to)}`
}
