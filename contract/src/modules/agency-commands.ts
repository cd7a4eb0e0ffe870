import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { read, moduleCalls, signal, usualBody, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { exactText, trimmedText, wholeNumber } from '../fields.ts'
import { AgencyId, noAgency } from '../ids.ts'
import { maxCapabilities, maxCapabilityLength } from '../rules/agent-protocol.ts'
import {
  type AgencyCommandName,
  agencyCommandChoices,
  chooseCommandSentence,
  commandOutcomes,
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
import {
  Again,
  LeftCommand,
  OpenCommand,
  queued,
  QueuedCommand,
  queueRefusals,
  states,
} from './queued-command.ts'

const names = agencyCommandChoices.map(({ value }) => value) as [AgencyCommandName, ...AgencyCommandName[]]
const CommandId = z
  .int('commandId must be the number of a command.')
  .positive('commandId must be the number of a command.')
  .describe('Number of the command.')

const RetiresOn = z.iso
  .date()
  .nullable()
  .describe(
    'Day on which the version that the software reported ends, for example 2027-03-31; null for none.',
  )

/** The status of an agency's own software. */
export const SoftwareStatus = z.object({
  connected: z
    .boolean()
    .describe('True when it sent a heartbeat or asked for commands in the last two minutes.'),
  lastSeenAt: Instant.nullable().describe(
    'When it last sent a heartbeat or asked for commands; null when never.',
  ),
  versionDisplay: z.string().describe('Its version as it reports it; empty when unknown.'),
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

/** A command as the agency's software receives it, distinguished by its name. */
export type ClaimedCommand = { [C in QueuedCommandName]: Claimed<C> }[QueuedCommandName]

const claimable = queuedCommandNames.map((name) => {
  const { about, argument } = commandShapes[name]
  return z.object({ ...claimedFields, command: z.literal(name).describe(about), argument })
})
export const ClaimedCommand = z.discriminatedUnion(
  'command',
  claimable as [(typeof claimable)[number], ...typeof claimable],
) as unknown as z.ZodType<ClaimedCommand>

/** The current state of a command that did not accept a report. */
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
  .describe('The end of what the command wrote; replaces what was sent before.')
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

const cancelled = event('agencyCommands.cancelled', 'Command cancelled')
const acknowledged = event('agencyCommands.acknowledged', 'Command acknowledged')
const finished = event('agencyCommands.finished', 'Command finished')

/** Events of this module without a call: from timeouts, and from keys issued before there were calls for them. */
export const agencyCommandEvents = [
  event('agencyCommands.requeued', 'Command queued again'),
  event('agencyCommands.expired', 'Command expired'),
  event('agencyCommands.keyRotated', 'Agency key rotated'),
  event('agencyCommands.protocolRetired', 'Agent protocol retired'),
] as const

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
    about: 'Take back, in one act, those of these commands that can be cancelled; the others are named.',
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
            'Changes with every alert and with the agency’s region; POST /agent/v1/alerts is asked when it is another than before.',
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
    about: 'The agency’s software reports what a command writes; the first report makes it running.',
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
    // Room for the longest output, result and ids.
    maxBody: 4 * usualBody,
    event: finished,
    input: Finish,
    answer: nothing(),
    refusals: reports,
  }),
})
