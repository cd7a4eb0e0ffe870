import { parseArgs } from 'node:util'
import { agencyMain } from './crash/agencies.ts'
import { databaseMain } from './crash/database.ts'
import { diskMain } from './crash/disk.ts'
import { memoryMain } from './crash/memory.ts'
import { nodeMain } from './crash/nodes.ts'
import { overloadMain } from './crash/overload.ts'
import { raceMain } from './crash/races.ts'
import { roundsMain } from './crash/rounds.ts'
import { runMain } from './entry.ts'

const usage = `Usage: npm run crash -- VERB, and --record to write what came of it into docs/reliability.md
  [rounds] [number, 1 to 100000]         server, database and agencies are killed under load; 100 rounds
  database [restarts]                    the database is restarted under load; 20 times; then its other faults
  races [rounds]                         twelve at once over two servers; 200 rounds
  disk [rounds]                          the disk of the database runs full under load; 10 times, by root
  memory [seconds]                       a server with little memory is asked for much at once; 30 seconds
  nodes [kills]                          one of two servers is killed every five seconds; 24 times each way
  overload [--minutes M]                 three times what the server can do; 5 minutes
  agencies [--agencies N] [--minutes M]  thousands of agencies at once`

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

type Run = (options: Options, given: string | undefined) => Promise<boolean>

const runRounds: Run = ({ record }, given = '100') =>
  roundsMain({ rounds: parseRounds(given), isRecorded: record })

/** The runs by name; true if nothing was lost. Any other argument is the number of `rounds`. */
const verbs: Readonly<Record<string, Run>> = {
  agencies: runAgencyVerb,
  database: ({ record }, given = '20') => databaseMain({ restarts: parseRounds(given), isRecorded: record }),
  disk: ({ record }, given = '10') => diskMain({ rounds: parseRounds(given), isRecorded: record }),
  memory: ({ record }, given = '30') => memoryMain({ seconds: parseRounds(given), isRecorded: record }),
  nodes: ({ record }, given = '24') => nodeMain({ kills: parseRounds(given), isRecorded: record }),
  overload: ({ minutes = '5', record }) =>
    overloadMain({ minutes: parseMinutes(minutes), isRecorded: record }),
  races: ({ record }, given = '200') => raceMain({ rounds: parseRounds(given), isRecorded: record }),
  rounds: runRounds,
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
  const [verb = 'rounds', given] = positionals
  const isFine = await (verbs[verb]?.(values, given) ?? runRounds(values, verb))
  if (!isFine) process.exitCode = 1
}

await runMain(() => main(process.argv.slice(2)))
