import { z } from 'zod'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { trueOrFalse } from '../fields.ts'
import { type CommandState, commandStates } from '../rules/agency-commands.ts'

export const states = commandStates.map(({ value }) => value) as [CommandState, ...CommandState[]]

/** A file that a command produced. */
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
  lastSeenAt: Instant.nullable().describe(
    'When the agency’s software last sent a heartbeat or asked for commands.',
  ),
  deliveredAt: Instant.nullable().describe('When the agency’s software last took it.'),
  begunAt: Instant.nullable().describe('When it was first reported running.'),
  finishedAt: Instant.nullable().describe('When it ended, in whatever way.'),
  output: z.string().describe('The last of what it wrote, at most 8 kB.'),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'What it came to, in the terms of the command; null when the agency’s software reported nothing.',
    ),
  files: z.array(ProducedFile).describe('Files it brought.'),
})
export type QueuedCommand = z.infer<typeof QueuedCommand>

/** A command that was just queued, by which its order finds it in the queue. */
export const NewCommand = QueuedCommand.pick({ commandId: true })

/** A waiting command, as named in the refusal of an identical one. */
const WaitingCommand = z.object({
  commandId: z.int().describe('Number of the command.'),
  command: z.string().describe('What it does.'),
  argument: z.string().describe('With what.'),
  created: Instant.describe('When it was queued.'),
  issuedBy: z.string().describe('Who queued it.'),
})
export type WaitingCommand = z.infer<typeof WaitingCommand>

/** A command that has not ended. */
export const OpenCommand = WaitingCommand.extend({ state: z.enum(states).describe('How far it has come.') })
export type OpenCommand = z.infer<typeof OpenCommand>

/** A command that could not be cancelled. */
export const LeftCommand = WaitingCommand.extend({ why: z.string().describe('Why it cannot be cancelled.') })
export type LeftCommand = z.infer<typeof LeftCommand>

/** Input of every call that queues a command and may find an identical one waiting. */
export const Again = trueOrFalse('again')
  .default(false)
  .describe('Queue it although an identical command is waiting.')

/** The refusals of every call that queues a command. */
export const queueRefusals = {
  online: [409, 'This functionality does not apply to online (HS 6) agencies.'],
  waiting: [409, 'The same command is waiting already. {issuedBy} queued it.', WaitingCommand],
  full: [409, 'Too many commands are waiting for this agency. Please wait until it has collected some.'],
} as const

/** Appended by every call that queues a command; wakes the agency’s software. */
export const queued = event('agencyCommands.queued', 'Command queued')
