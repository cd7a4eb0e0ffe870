import { appendFileSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { agencyCommands, type ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import type { CommandOutcome } from '@agency-support/contract/rules/agency-commands'

/*
 * The software of one agency, as D-24 asks for it, made to be killed: it writes down that it begins before it
 * begins, and what came of it before it says so. Running a command adds one line to a file; the judge counts.
 */

const [originFile = '', recordFile = '', effectsFile = '', key = ''] = process.argv.slice(2)
/** Long enough that a kill often falls into the middle of a command. */
const maxWorkMs = 80
const record = openSync(recordFile, 'a')

/** What this machine knows of a command: begun, or how it ended. */
const known = new Map<number, 'begun' | CommandOutcome>()
// A line that a kill cut off is not there: what it tells of had not happened yet.
for (const line of existsSync(recordFile) ? readFileSync(recordFile, 'utf8').split('\n').slice(0, -1) : []) {
  const [id, what] = line.split(' ')
  if (id !== '') known.set(Number(id), what as 'begun')
}
// A cut-off line must not swallow the one after it.
writeSync(record, '\n')

function remember(commandId: number, what: 'begun' | CommandOutcome): void {
  writeSync(record, `${commandId} ${what}\n`)
  fsyncSync(record)
  known.set(commandId, what)
}

/** Posts until the server answers; a refusal is an answer. */
async function post(path: string, body: object): Promise<{ code: number; data: unknown[] }> {
  for (;;) {
    try {
      const answer = await fetch(new URL(path, readFileSync(originFile, 'utf8')), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      })
      if (answer.ok) return (await answer.json()) as { code: number; data: unknown[] }
    } catch {
      // Killed, or not up yet.
    }
    await pause(20)
  }
}

function run(commandId: number): void {
  appendFileSync(effectsFile, `${commandId}\n`)
}

async function carryOut({ commandId, attempt, begun }: ClaimedCommand): Promise<void> {
  const before = known.get(commandId)
  const finish = (outcome: CommandOutcome): Promise<unknown> =>
    post(agencyCommands.finish.at.path, { commandId, attempt, outcome, output: 'Done.' })
  if (before !== undefined && before !== 'begun') return void (await finish(before))
  if (begun || before === 'begun') return void (await finish('interrupted'))
  await post(agencyCommands.acknowledge.at.path, { commandId, attempt })
  remember(commandId, 'begun')
  const told = await post(agencyCommands.progress.at.path, { commandId, attempt, output: 'Begun.' })
  if (told.code !== 0) return
  await pause(Math.random() * maxWorkMs)
  run(commandId)
  await pause(Math.random() * maxWorkMs)
  remember(commandId, 'succeeded')
  await finish('succeeded')
}

for (;;) {
  const { data } = await post(agencyCommands.claim.at.path, { waitSeconds: 5, most: 5 })
  for (const command of data as ClaimedCommand[]) await carryOut(command)
}
