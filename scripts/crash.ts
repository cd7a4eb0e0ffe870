import { parseArgs } from 'node:util'
import { agencyMain } from './crash/agencies.ts'
import { commandCrashRounds } from '../server/test/crash/command-rounds.ts'
import { crashRounds } from '../server/test/crash/rounds.ts'

const usage =
  'Usage: npm run crash -- [rounds, 1 to 100000] | agencies [--agencies N] [--minutes M] [--record]'
const changesARound = 100

/** Kills server, database and agencies over and over under load; exits with 1 when anything acknowledged was lost. */
async function roundsMain(given = '100'): Promise<void> {
  const rounds = Number(given)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100_000) throw new Error(usage)
  const report = await crashRounds({ rounds, changes: rounds * changesARound, say: console.log })
  for (const loss of report.losses) console.error(loss)
  console.log(
    `${report.rounds} rounds, ${report.acknowledged} changes acknowledged, ${report.unanswered} unanswered, ` +
      `${report.losses.length} losses, up again in ${Math.round(report.slowestStartMs)} ms at most`,
  )
  const commands = await commandCrashRounds({ rounds, say: console.log })
  for (const loss of commands.losses) console.error(loss)
  console.log(
    `${commands.rounds} rounds, ${commands.commands} commands, ${commands.redelivered} handed out again, ` +
      `${commands.interrupted} of them interrupted, ${commands.losses.length} losses`,
  )
  if (report.losses.length + commands.losses.length > 0) process.exitCode = 1
}

async function main(argv: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      agencies: { type: 'string', default: '5000' },
      minutes: { type: 'string', default: '10' },
      record: { type: 'boolean', default: false },
    },
  })
  if (positionals[0] !== 'agencies') return roundsMain(positionals[0])
  const [agencies, minutes] = [Number(values.agencies), Number(values.minutes)]
  const isCount = Number.isInteger(agencies) && agencies >= 10 && agencies <= 100_000
  if (!isCount || !(minutes > 0 && minutes <= 1_440)) throw new Error(usage)
  if (!(await agencyMain({ agencies, minutes, isRecorded: values.record }))) process.exitCode = 1
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
