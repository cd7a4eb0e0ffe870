import { parseArgs } from 'node:util'
import { agencyMain } from './crash/agencies.ts'
import { databaseMain } from './crash/database.ts'
import { diskMain } from './crash/disk.ts'
import { memoryMain } from './crash/memory.ts'
import { nodeMain } from './crash/nodes.ts'
import { overloadMain } from './crash/overload.ts'
import { raceMain } from './crash/races.ts'
import { runMain } from './entry.ts'
import { commandCrashRounds } from '../server/test/crash/command-rounds.ts'
import { crashRounds } from '../server/test/crash/rounds.ts'

const usage = `Usage: npm run crash -- VERB, and --record to write what came of it into docs/reliability.md
  [rounds, 1 to 100000]                  server, database and agencies are killed under load; 100 rounds
  database [restarts]                    the database is restarted under load; 20 times; then its other faults
  races [rounds]                         twelve at once over two servers; 200 rounds
  disk [rounds]                          the disk of the database runs full under load; 10 times, by root
  memory [seconds]                       a server with little memory is asked for much at once; 30 seconds
  nodes [kills]                          one of two servers is killed every five seconds; 24 times each way
  overload [--minutes M]                 three times what the server can do; 5 minutes
  agencies [--agencies N] [--minutes M]  thousands of agencies at once`
const changesARound = 100

/** Repeatedly kills server, database and agencies under load; false if anything acknowledged was lost. */
async function roundsMain(rounds: number): Promise<boolean> {
  const report = await crashRounds({ rounds, changes: rounds * changesARound, say: console.log })
  for (const loss of report.losses) console.error(loss)
  console.log(
    `${report.rounds} rounds, ${report.acknowledged} changes acknowledged, ${report.unanswered} unanswered, ` +
      `${report.losses.length} losses, up again in ${Math.round(report.slowestStartMs)} ms at most`,
  )
  for (const [event, count] of Object.entries(report.byEvent)) console.log(`  ${event}: ${count}`)
  const commands = await commandCrashRounds({ rounds, say: console.log })
  for (const loss of commands.losses) console.error(loss)
  console.log(
    `${commands.rounds} rounds, ${commands.commands} commands, ${commands.redelivered} handed out again, ` +
      `${commands.interrupted} of them interrupted, ${commands.losses.length} losses`,
  )
  return report.losses.length + commands.losses.length === 0
}

interface Options {
  agencies: string
  minutes?: string
  record: boolean
}

function parseRounds(given: string): number {
  const rounds = Number(given)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100_000) throw new Error(usage)
  return rounds
}

function parseMinutes(given: string): number {
  const minutes = Number(given)
  if (!(minutes > 0 && minutes <= 1_440)) throw new Error(usage)
  return minutes
}

function runAgencyVerb(options: Options): Promise<boolean> {
  const agencies = Number(options.agencies)
  if (!Number.isInteger(agencies) || agencies < 10 || agencies > 100_000) throw new Error(usage)
  return agencyMain({ agencies, minutes: parseMinutes(options.minutes ?? '10'), isRecorded: options.record })
}

/** Special runs by name; true if nothing was lost. Any other argument is a number of rounds. */
const verbs: Readonly<Record<string, (options: Options, given: string | undefined) => Promise<boolean>>> = {
  agencies: runAgencyVerb,
  database: ({ record }, given = '20') => databaseMain({ restarts: parseRounds(given), isRecorded: record }),
  disk: ({ record }, given = '10') => diskMain({ rounds: parseRounds(given), isRecorded: record }),
  memory: ({ record }, given = '30') => memoryMain({ seconds: parseRounds(given), isRecorded: record }),
  nodes: ({ record }, given = '24') => nodeMain({ kills: parseRounds(given), isRecorded: record }),
  overload: ({ minutes = '5', record }) =>
    overloadMain({ minutes: parseMinutes(minutes), isRecorded: record }),
  races: ({ record }, given = '200') => raceMain({ rounds: parseRounds(given), isRecorded: record }),
}

async function main(argv: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      agencies: { type: 'string', default: '5000' },
      minutes: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  })
  const [verb = '100', given] = positionals
  const isFine = await (verbs[verb]?.(values, given) ?? roundsMain(parseRounds(verb)))
  if (!isFine) process.exitCode = 1
}

await runMain(() => main(process.argv.slice(2)))
