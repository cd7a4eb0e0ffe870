import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import {
  type Check,
  isAbout,
  isSignOfRunning,
  listSignsOfRunning,
  queueLog,
  requireFile,
  untilEnded,
} from './check.ts'
import type { ScriptedCommand } from './scripted-queue.ts'
import { RequirementFailed, type Stage } from './stage.ts'

const ranTwice = 'it ran the command a second time'
const { acknowledge, claim, finish, heartbeat, progress } = agencyCommands

async function makeContact(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  stage.start()
  await stage.until('no heartbeat came', () => stage.list(heartbeat)[0])
  if ((await untilEnded(stage, log)) !== 'succeeded')
    throw new RequirementFailed(`the log was not sent: the command ${log.outcome}, ${log.output.trim()}`)
  requireFile(stage, log)
  const steps = [claim, acknowledge, progress, finish].map((call) =>
    stage.server.arrived.findIndex((arrived) => arrived.call === call),
  )
  if (steps.some((at, index) => at < 0 || at < (steps[index - 1] ?? 0)))
    throw new RequirementFailed('claim, acknowledge, progress and finish did not come in this order')
}

async function recordFirst(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  let handedOut: string | undefined
  let isKilled = false
  stage.server.script = {
    meet: (arrived) => {
      // What the program wrote at its start is no record of a command.
      if (arrived.call === claim && log.status.state === 'queued') handedOut = stage.digestState()
      if (arrived.call !== acknowledge || isKilled) return undefined
      isKilled = true
      stage.kill()
      return 'lose'
    },
  }
  stage.start()
  await stage.until('it never acknowledged the command', () => {
    if (log.outcome !== undefined) throw new RequirementFailed('the command ended without being acknowledged')
    return isKilled || undefined
  })
  await stage.untilGone()
  const hasRecorded = stage.digestState() !== handedOut
  const from = stage.server.arrived.length
  await stage.startAgain()
  await untilEnded(stage, log)
  if (!hasRecorded && listSignsOfRunning(stage, log, from).length > 0)
    throw new RequirementFailed(
      'when its acknowledgement came nothing had been written to AGENCY_STATE_DIR, and started again it did not know the command',
    )
  requireFile(stage, log)
}

type KillAt = 'claimed' | 'acknowledged' | 'running' | 'finished'

const killAtTitles: Readonly<Record<KillAt, string>> = {
  claimed: 'killed when it is handed a command, it reports it in its next life',
  acknowledged: 'killed when it has acknowledged a command, it reports it in its next life',
  running: 'killed while a command runs, it reports it in its next life and does not run it again',
  finished: 'killed before the end of a command was taken, it tells it again and does not run it again',
}

/** Kills the program at a step of a command; afterwards `isKilled()` is true. */
function killAt(stage: Stage, log: ScriptedCommand, at: KillAt): () => boolean {
  let isKilled = false
  const strike = (): void => {
    if (isKilled) return
    isKilled = true
    stage.kill()
  }
  stage.server.script = {
    meet: (arrived) => {
      if (isKilled) return undefined
      const isNow =
        (at === 'finished' && arrived.call === finish && isAbout(arrived, log)) ||
        // For software that reports nothing before it sends the log.
        (at === 'running' && arrived.call !== progress && isSignOfRunning(arrived, log))
      if (!isNow) return undefined
      strike()
      return 'lose'
    },
    answered: (arrived) => {
      if (at === 'claimed' && arrived.call === claim && log.status.state !== 'queued') strike()
      if (at === 'acknowledged' && arrived.call === acknowledge) strike()
      if (at === 'running' && arrived.call === progress && isAbout(arrived, log)) strike()
    },
  }
  return () => isKilled
}

async function surviveKill(stage: Stage, at: KillAt): Promise<void> {
  const log = queueLog(stage)
  const isKilled = killAt(stage, log, at)
  stage.start()
  await stage.until(`the command was never ${at}`, () => {
    if (!isKilled() && log.outcome !== undefined)
      throw new RequirementFailed(`the command ended without being ${at}`)
    return isKilled() || undefined
  })
  stage.server.script = {}
  await stage.untilGone()
  const hasRun = listSignsOfRunning(stage, log).length > 0
  const from = stage.server.arrived.length
  await stage.startAgain()
  await untilEnded(stage, log)
  if (hasRun && listSignsOfRunning(stage, log, from).length > 0) throw new RequirementFailed(ranTwice)
  requireFile(stage, log)
}

async function takeLostDelivery(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  let isLost = false
  stage.server.script = {
    meet: ({ call }) => {
      if (isLost || call !== claim) return undefined
      isLost = true
      return 'swallow'
    },
  }
  stage.start()
  await stage.until('it never claimed a command', () => log.status.state === 'delivered' || undefined)
  stage.server.queue.endLeases()
  stage.server.changed()
  if ((await untilEnded(stage, log)) === 'interrupted')
    throw new RequirementFailed('it reports a command interrupted that it was never handed before')
}

async function takeRedelivery(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  let from: number | undefined
  stage.server.script = {
    meet: (arrived) => {
      if (from !== undefined || arrived.call !== finish || !isAbout(arrived, log)) return undefined
      from = stage.server.arrived.length
      // The report is lost, and the lease expires meanwhile.
      stage.server.queue.endLeases()
      return 'lose'
    },
  }
  stage.start()
  await untilEnded(stage, log)
  if (from === undefined || log.status.attempt < 2)
    throw new RequirementFailed('the end was never told again')
  if (listSignsOfRunning(stage, log, from).length > 0) throw new RequirementFailed(ranTwice)
  requireFile(stage, log)
}

async function takeBegunCommand(stage: Stage): Promise<void> {
  const status = { state: 'queued', attempt: 2, begun: true } as const
  const log = stage.server.queue.add('log', 'error.log', status)
  stage.start()
  await untilEnded(stage, log)
  if (listSignsOfRunning(stage, log).length > 0)
    throw new RequirementFailed('it ran a command that had been begun')
  if (log.outcome !== 'interrupted')
    throw new RequirementFailed(`it reports ${log.outcome}, though it cannot know how the command ended`)
}

const unknownCommand = 'rebuildArchive'

async function refuseUnknown(stage: Stage): Promise<void> {
  const unknown = stage.server.queue.add(unknownCommand, 'all')
  const next = queueLog(stage)
  let afterwards: ScriptedCommand | undefined
  stage.start()
  await stage.until(`nothing was told of the unknown command ${unknownCommand}`, () => {
    if (unknown.outcome !== undefined) return unknown
    // A program that carries out two later commands has skipped this one.
    if (next.outcome !== undefined && afterwards === undefined) {
      afterwards = queueLog(stage)
      stage.server.changed()
    }
    if (afterwards?.outcome !== undefined)
      throw new RequirementFailed(
        `it said nothing of the unknown command ${unknownCommand}, and went on with others`,
      )
    return undefined
  })
  if (unknown.outcome !== 'failed')
    throw new RequirementFailed(`it reports ${unknown.outcome} instead of failed`)
  if (unknown.reason !== 'unknownCommand')
    throw new RequirementFailed('it reports failed without the reason unknownCommand')
  if (unknown.output.trim() === '')
    throw new RequirementFailed('it reports failed without a sentence in output')
}

const killChecks: readonly Check[] = (['claimed', 'acknowledged', 'running', 'finished'] as const).map(
  (at) => ({
    name: `kill-${at}`,
    title: killAtTitles[at],
    run: (stage) => surviveKill(stage, at),
  }),
)

/** What a program must do with commands. */
export const commandChecks: readonly Check[] = [
  {
    name: 'contact',
    title: 'sends heartbeats, claims a command, acknowledges it, reports it running and ends it',
    run: makeContact,
  },
  { name: 'record', title: 'has recorded a command before it acknowledges it', run: recordFirst },
  ...killChecks,
  {
    name: 'lost-delivery',
    title: 'carries out a command whose delivery was lost when it is handed out again',
    run: takeLostDelivery,
  },
  {
    name: 'redelivery',
    title: 'handed a command again that it has carried out, tells its end and does not run it again',
    run: takeRedelivery,
  },
  {
    name: 'begun',
    title: 'handed a begun command that it knows nothing of, reports it interrupted',
    run: takeBegunCommand,
  },
  {
    name: 'unknown',
    title: 'ends an unknown command as failed, with the reason unknownCommand and a sentence',
    run: refuseUnknown,
  },
]
