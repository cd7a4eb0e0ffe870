import { commandCrashRounds } from '../../server/test/crash/command-rounds.ts'
import { crashRounds } from '../../server/test/crash/rounds.ts'
import { conclude } from './conclude.ts'

const changesARound = 100

/**
 * Repeatedly kills server, database and agencies under load, prints the result and optionally records it; true if
 * nothing acknowledged was lost.
 */
export async function roundsMain(given: { rounds: number; isRecorded: boolean }): Promise<boolean> {
  const { rounds } = given
  const report = await crashRounds({ rounds, changes: rounds * changesARound, say: console.log })
  const commands = await commandCrashRounds({ rounds, say: console.log })
  const faults = [...report.losses, ...commands.losses]
  const measured = [
    ['Rounds of each kind', String(rounds)],
    ['Changes acknowledged', String(report.acknowledged)],
    ...Object.entries(report.byEvent).map(
      ([event, count]) => [`Of these \`${event}\``, String(count)] as const,
    ),
    ['Changes without an answer, asked for again', String(report.unanswered)],
    ['Up again', `within ${Math.round(report.slowestStartMs)} ms`],
    ['Commands', String(commands.commands)],
    ['Handed out again, of these interrupted', `${commands.redelivered}, ${commands.interrupted}`],
    ['Lost, half done or done twice', String(faults.length)],
  ] as const
  return conclude('rounds', { measured, faults }, given.isRecorded)
}
