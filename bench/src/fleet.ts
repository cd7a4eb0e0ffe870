import { type FleetOptions, startFleet } from '@agency-support/sandbox/agencies/fleet'
import { readFileSync } from 'node:fs'
import { answerParent, ownCpu } from './child.ts'

// The agencies' software in its own process, as in the sandbox.
const options = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Omit<FleetOptions, 'say'>
const fleet = await startFleet({ ...options, say: (line) => void process.stderr.write(`${line}\n`) })
answerParent<'use', ProcessUse>(
  () => ({ cpu: ownCpu(), megabytes: process.memoryUsage.rss() / 1_048_576 }),
  () => fleet.stop(),
)
process.send?.('ready')

/** Resources used by a process: total processor time in microseconds, and current memory. */
export interface ProcessUse {
  cpu: number
  megabytes: number
}
