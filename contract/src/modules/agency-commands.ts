import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { read, moduleCalls, signal, usualBody, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { exactText, trimmedText, wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { maxCapabilities, maxCapabilityLength } from '../rules/agent-protocol.ts'
import {
  type AgencyCommandName,
  agencyCommandChoices,
  chooseCommandSentence,
  commandOutcomes,
  type CommandState,
  commandStates,
  failureReasons,
  maxArgumentLength,
  normaliseArgument,
  type QueuedCommandName,
  queuedCommandNames,
  whyNotExecute,
} from '../rules/agency-commands.ts'
import { command, post } from '../wire.ts'
import { type CommandArgument, commandShapes, maxResultBytes } from './agency-command-shapes.ts'
import { factsReported } from './agencies.ts'

const names = agencyCommandChoices.map(({ value }) => value) as [AgencyCommandName, ...AgencyCommandName[]]
const states = commandStates.map(({ value }) => value) as [CommandState, ...CommandState[]]
const CommandId = z
  .int('commandId must be the number of a command.')
  .positive('commandId must be the number of a command.')
  .describe('Number of the command.')

/** A file that a command brought. */
export const ProducedFile = z.object({
  kind: z.string().describe('client, log, agencyConfig, agencyMetrics or agencyMultifolder.'),
  name: z.string().describe('Name under which it can be downloaded.'),
  location: z.int().describe('Storage location of a client file; 8 for a log.'),
  clientId: z.string().describe('Eight digits for a client file, else empty.'),
})
export type ProducedFile = z.infer<typeof ProducedFile>

/** A command in an agency's queue, from its order to its end. */
export const QueuedCommand = z.object({
  commandId: z.int().describe('Number of the command; larger is later.'),
  created: Instant.describe('When it was queued.'),
  command: z.string().describe('agency, sync, log, count, pcssync or one of the resend commands.'),
  argument: z.string().describe('Client ids separated by commas, a log, or empty.'),
  state: z.enum(states).describe('How far it has come.'),
  reason: z
    .string()
    .nullable()
    .describe(
      'For a failed one: interrupted when the agency’s software was stopped in the middle, unknownCommand when it does not know the command.',
    ),
  attempt: z.int().describe('Counts the deliveries, from 1.'),
  begun: z.boolean().describe('True once the agency’s software has reported it running.'),
  issuedBy: z.string().describe('Who queued it.'),
  expectedPickup: z
    .enum(['atOnce', 'whenBack', 'never'])
    .nullable()
    .describe(
      'For a waiting one: atOnce while the agency’s software is connected, whenBack when it was, never when it was never seen. Else null.',
    ),
  lastSeenAt: Instant.nullable().describe('When the agency’s software was last heard of.'),
  deliveredAt: Instant.nullable().describe('When the agency’s software last took it.'),
  begunAt: Instant.nullable().describe('When it was first reported running.'),
  finishedAt: Instant.nullable().describe('When it ended, in whatever way.'),
  output: z.string().describe('The last of what it wrote, at most 8 kB.'),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What it came to, in the terms of the command; null when the agency’s software told nothing.'),
  files: z.array(ProducedFile).describe('Files it brought.'),
})
export type QueuedCommand = z.infer<typeof QueuedCommand>

const RetiresOn = z.iso
  .date()
  .nullable()
  .describe('Day on which the version that the software told ends, for example 2027-03-31; null for none.')

/** What is known of the agency's own software. */
export const SoftwareStatus = z.object({
  connected: z.boolean().describe('True when it was heard of in the last two minutes.'),
  lastSeenAt: Instant.nullable().describe('When it was last heard of; null when never.'),
  versionDisplay: z.string().describe('Its version as it tells it; empty when unknown.'),
  hostName: z.string().describe('The machine it runs on; empty when unknown.'),
})
/** The same with the protocol it speaks. */
const SpokenStatus = SoftwareStatus.extend({
  protocol: z.int().nullable().describe('Version of the protocol it speaks; null when it never called.'),
  capabilities: z.array(z.string()).describe('What it says it can do: commands by name, and other words.'),
  retiresOn: RetiresOn,
})
export type SoftwareStatus = z.infer<typeof SoftwareStatus>

const claimedFields = {
  commandId: z.int().describe('Number of the command; recorded durably before it is begun.'),
  attempt: z.int().describe('Sent back with every report; an older one no longer counts.'),
  leaseExpiresAt: Instant.describe('Until then it has to report; each progress renews the lease.'),
  begun: z
    .boolean()
    .describe('True when an earlier delivery was reported running: report interrupted, do not run it.'),
}

type Claimed<C extends QueuedCommandName> = z.output<z.ZodObject<typeof claimedFields>> & {
  command: C
  argument: CommandArgument<C>
}

/** A command as the agency's software gets it, told apart by its name. */
export type ClaimedCommand = { [C in QueuedCommandName]: Claimed<C> }[QueuedCommandName]

const claimable = queuedCommandNames.map((name) => {
  const { about, argument } = commandShapes[name]
  return z.object({ ...claimedFields, command: z.literal(name).describe(about), argument })
})
export const ClaimedCommand = z.discriminatedUnion(
  'command',
  claimable as [(typeof claimable)[number], ...typeof claimable],
) as unknown as z.ZodType<ClaimedCommand>

/** A command that waits, as a second one is told of it. */
const WaitingCommand = z.object({
  commandId: z.int().describe('Number of the command.'),
  command: z.string().describe('What it does.'),
  argument: z.string().describe('With what.'),
  created: Instant.describe('When it was queued.'),
  issuedBy: z.string().describe('Who queued it.'),
})
export type WaitingCommand = z.infer<typeof WaitingCommand>

/** A command that has not ended. */
const OpenCommand = WaitingCommand.extend({ state: z.enum(states).describe('How far it has come.') })
export type OpenCommand = z.infer<typeof OpenCommand>

/** A command that was to be cancelled and was not. */
const LeftCommand = WaitingCommand.extend({ why: z.string().describe('Why it cannot be cancelled.') })
export type LeftCommand = z.infer<typeof LeftCommand>

/** Input of every call that queues a command and may find an identical one waiting. */
export const Again = z
  .boolean('again must be true or false.')
  .default(false)
  .describe('Queue it although an identical command is waiting.')

/** What every call that queues a command refuses for. */
export const queueRefusals = {
  online: [409, 'This functionality does not apply to online (HS 6) agencies.'],
  waiting: [409, 'The same command is waiting already. {issuedBy} queued it.', WaitingCommand],
  full: [409, 'Too many commands are waiting for this agency. Please wait until it has collected some.'],
} as const

/** Where a command stands that did not take a report. */
const Elsewhere = z.object({
  state: z.enum(states).describe('Where the command stands.'),
  attempt: z.int().describe('The delivery that counts now.'),
})

const maxOutput = 8_192
const Output = exactText('output', maxOutput)
  .refine(
    (text) => new TextEncoder().encode(text).length <= maxOutput,
    'output must be text of at most 8 kB.',
  )
  .describe('The last of what the command wrote, in place of what was told before.')
const resultSentence = 'result must be an object of at most 64 kB.'
const Result = z
  .record(z.string(), z.unknown(), resultSentence)
  .refine(
    (result) => new TextEncoder().encode(JSON.stringify(result)).length <= maxResultBytes,
    resultSentence,
  )
  .describe('What the command came to: see the result of each command. Other fields are not kept.')
const attempt = wholeNumber('attempt', 1, 2_147_483_647).describe('The attempt it was delivered with.')

const Finish = z
  .object({
    commandId: CommandId,
    attempt,
    outcome: z
      .enum(commandOutcomes, 'outcome must be succeeded, failed or interrupted.')
      .describe('interrupted when it was begun by an earlier run of the software and not ended.'),
    reason: z
      .enum(failureReasons, 'reason must be unknownCommand, or left out.')
      .optional()
      .describe('unknownCommand with outcome failed: this version does not know the command.'),
    result: Result.optional(),
    output: Output.default(''),
    uploadIds: z
      .array(z.guid('uploadIds must be ids of finished uploads.'), 'uploadIds must be a list.')
      .max(1_000, 'uploadIds must be at most 1000.')
      .default([])
      .describe('Finished uploads that belong to it.'),
  })
  .refine(({ outcome, reason }) => reason === undefined || outcome === 'failed', {
    message: 'reason belongs to outcome failed.',
    path: ['reason'],
  })

/** Appended by whatever call queues a command; the agency’s software wakes by it. */
export const queued = event('agencyCommands.queued', 'Command queued')
const cancelled = event('agencyCommands.cancelled', 'Command cancelled')
const acknowledged = event('agencyCommands.acknowledged', 'Command acknowledged')
const finished = event('agencyCommands.finished', 'Command finished')

/** Events of this module that no call owns: what time does to a command, and keys given before they had calls of their own. */
export const agencyCommandEvents = [
  event('agencyCommands.requeued', 'Command queued again'),
  event('agencyCommands.expired', 'Command expired'),
  event('agencyCommands.keyRotated', 'Agency key rotated'),
  event('agencyCommands.protocolRetired', 'Agent protocol retired'),
] as const

const noAgency = [2, 'Agency not found'] as const
const reports = {
  unknown: [2, 'Command not found'],
  superseded: [409, 'This report no longer counts: the command is {state}, attempt {attempt}.', Elsewhere],
} as const

export const agencyCommands = moduleCalls('agencyCommands', {
  queue: read({
    about: 'The newest 200 commands of an agency and all that have not ended, newest first.',
    at: command('/api/request', 'GetAgencyQueuedCommands'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(QueuedCommand),
  }),
  softwareStatus: read({
    about:
      'Whether the software of an agency is connected, when it was last heard of, and what it has yet to do.',
    at: command('/api/request', 'GetAgencySoftwareStatus'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(
      SpokenStatus.extend({
        open: z
          .array(OpenCommand)
          .describe('Commands that wait or are under way, oldest first, at most 200.'),
      }),
    ),
  }),
  issue: write({
    about: 'Queue a command for the agency’s own software.',
    at: command('/api/request', 'IssueCommandToAgency'),
    access: 'staff',
    event: queued,
    input: z
      .object({
        agencyId: AgencyId,
        agencyCommand: z.enum(names, chooseCommandSentence).describe('agency, sync, log, count or pcssync.'),
        argument: z
          .string('argument must be text.')
          .max(2 * maxArgumentLength, `argument must be at most ${maxArgumentLength} characters.`)
          .default('')
          .describe('Client ids for sync, a log choice for log, else empty.'),
        again: Again,
      })
      .superRefine(({ agencyCommand, argument }, ctx) => {
        const problem = whyNotExecute(agencyCommand, normaliseArgument(agencyCommand, argument))
        if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem, path: ['argument'] })
      }),
    answer: one(QueuedCommand),
    refusals: { noAgency, ...queueRefusals },
  }),
  cancel: write({
    about: 'Take a command back that the agency has not collected yet.',
    at: command('/api/request', 'CancelAgencyCommand'),
    access: 'staff',
    event: cancelled,
    input: z.object({ agencyId: AgencyId, commandId: CommandId }),
    answer: one(QueuedCommand),
    refusals: {
      gone: [2, 'Command not found'],
      collected: [409, '{why}', z.object({ why: z.string().describe('Why it cannot be cancelled.') })],
    },
  }),
  cancelWaiting: write({
    about:
      'Take back, in one act, those of these commands that the agency has not collected; the others are named.',
    at: command('/api/request', 'CancelAgencyCommands'),
    access: 'staff',
    event: cancelled,
    input: z.object({
      agencyId: AgencyId,
      commandIds: z
        .array(CommandId, 'commandIds must be a list of commands.')
        .min(1, 'commandIds must name a command.')
        .max(200, 'commandIds must be at most 200.')
        .describe('The commands that were seen waiting.'),
    }),
    answer: one(
      z.object({
        cancelled: z.int().describe('How many were taken back.'),
        left: z.array(LeftCommand).describe('Those that could not be, oldest first.'),
      }),
    ),
  }),
  heartbeat: write({
    about:
      'The agency’s software says that it is alive, its version and its time zone; expected every 30 seconds.',
    at: post('/agent/v1/heartbeat'),
    access: 'agent',
    outside: true,
    event: factsReported,
    input: z.object({
      versionDisplay: trimmedText('versionDisplay', 60).describe('Its version, for example 5.4.2.'),
      hostName: trimmedText('hostName', 120).describe('The machine it runs on.'),
      timeZoneId: trimmedText('timeZoneId', 60)
        .optional()
        .describe('IANA name of the time zone of the agency, for example America/Chicago.'),
      protocol: wholeNumber('protocol', 1, 1_000)
        .default(1)
        .describe('Version of this protocol that it speaks; 1 when left out.'),
      capabilities: z
        .array(trimmedText('A capability', maxCapabilityLength), 'capabilities must be a list.')
        .max(maxCapabilities, `capabilities must be at most ${maxCapabilities}.`)
        .default([])
        .describe(
          'What it can do: the commands it knows by name; other words are kept and mean nothing yet.',
        ),
    }),
    answer: one(
      z.object({
        serverTime: Instant.describe('The server’s time, to measure a wrong clock by.'),
        queued: z.int().describe('Commands that wait to be claimed.'),
        alerts: z
          .int()
          .describe(
            'Changes with every alert; POST /agent/v1/alerts is asked when it is another than before.',
          ),
        minimumProtocol: z.int().describe('The oldest version that has not ended.'),
        newestProtocol: z.int().describe('The newest version that this server speaks.'),
        retiresOn: RetiresOn,
      }),
    ),
  }),
  claim: signal({
    about: 'The agency’s software takes waiting commands; waits for one when there is none.',
    at: post('/agent/v1/commands/claim'),
    access: 'agent',
    outside: true,
    input: z.object({
      waitSeconds: wholeNumber('waitSeconds', 0, 25)
        .default(0)
        .describe('How long to wait when there is none.'),
      most: wholeNumber('most', 1, 10).default(1).describe('The most commands to take.'),
    }),
    answer: many(ClaimedCommand),
  }),
  acknowledge: write({
    about: 'The agency’s software has recorded a command durably.',
    at: post('/agent/v1/commands/acknowledge'),
    access: 'agent',
    event: acknowledged,
    input: z.object({ commandId: CommandId, attempt }),
    answer: nothing(),
    refusals: reports,
  }),
  progress: signal({
    about: 'The agency’s software tells what a command writes; the first report makes it running.',
    at: post('/agent/v1/commands/progress'),
    access: 'agent',
    input: z.object({ commandId: CommandId, attempt, output: Output }),
    answer: one(z.object({ leaseExpiresAt: Instant.describe('Until then it has to report again.') })),
    refusals: reports,
  }),
  finish: write({
    about: 'The agency’s software says how a command ended.',
    at: post('/agent/v1/commands/finish'),
    access: 'agent',
    // Output, result and ids as long as they may be.
    maxBody: 4 * usualBody,
    event: finished,
    input: Finish,
    answer: nothing(),
    refusals: reports,
  }),
})
