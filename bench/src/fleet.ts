import { type FleetOptions, startFleet } from '@agency-support/sandbox/agencies/fleet'
import { readFileSync } from 'node:fs'
import { answerParent, ownCpu } from './child.ts'

// The agencies' own software in a process of its own, as the sandbox runs it.
const options = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Omit<FleetOptions, 'say'>
const fleet = await startFleet({ ...options, say: (line) => void process.stderr.write(`${line}\n`) })
answerParent<'use', ProcessUse>(
  () => ({ cpu: ownCpu(), megabytes: process.memoryUsage.rss() / 1_048_576 }),
  () => fleet.stop(),
)
process.send?.('ready')

/** What a process has used so far: processor time in microseconds, and memory now. */
export interface ProcessUse {
  cpu: number
  megabytes: number
}
