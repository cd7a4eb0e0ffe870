import type { ClaimedCommand, SoftwareStatus } from '@agency-support/contract/modules/agency-commands'
import type {
  ProducedFile,
  QueuedCommand,
  WaitingCommand,
} from '@agency-support/contract/modules/queued-command'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { plusSeconds } from '../../clock.ts'
import type { SoftwareRow } from './software-store.ts'
import type { CommandRow } from './store.ts'

/** What is known of an agency's software, as the console gets it. */
export function softwareView(row: SoftwareRow | undefined, now: Date): SoftwareStatus {
  return {
    connected: row !== undefined && now <= plusSeconds(row.last_seen_at, protocolNumbers.connectedSeconds),
    lastSeenAt: row?.last_seen_at.toISOString() ?? null,
    versionDisplay: row?.version_display ?? '',
    hostName: row?.host_name ?? '',
  }
}

/** A row as the console gets it. */
export function commandView(row: CommandRow, software: SoftwareStatus): QueuedCommand {
  return {
    commandId: row.command_id,
    created: row.created_at.toISOString(),
    command: row.command,
    argument: row.argument,
    state: row.state,
    reason: row.reason,
    attempt: row.attempt,
    begun: row.begun_at !== null,
    issuedBy: row.issued_by,
    expectedPickup: row.state === 'queued' ? pickup(software) : null,
    lastSeenAt: software.lastSeenAt,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    begunAt: row.begun_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    output: row.output,
    result: row.result as QueuedCommand['result'],
    files: row.files,
  }
}

function pickup({ connected, lastSeenAt }: SoftwareStatus): 'atOnce' | 'whenBack' | 'never' {
  if (connected) return 'atOnce'
  return lastSeenAt === null ? 'never' : 'whenBack'
}

/** A row as somebody is told of it who only asks whether it is there. */
export function waitingView(row: CommandRow): WaitingCommand {
  const { command_id: commandId, command, argument, issued_by: issuedBy, created_at } = row
  return { commandId, command, argument, issuedBy, created: created_at.toISOString() }
}

/** A row as the agency's software gets it when it takes it. */
export function claimedView(row: CommandRow): ClaimedCommand {
  if (row.lease_until === null) throw new Error(`command ${row.command_id} was taken without a lease`)
  const { command, argument } = row
  return {
    commandId: row.command_id,
    attempt: row.attempt,
    // What is queued was checked against the vocabulary.
    ...({ command, argument } as Pick<ClaimedCommand, 'command' | 'argument'>),
    leaseExpiresAt: row.lease_until.toISOString(),
    begun: row.begun_at !== null,
  } as ClaimedCommand
}

/** A file that a command brought, as it is kept with the command. */
export function producedView({ kind, name, location, clientId }: ProducedFile): ProducedFile {
  return { kind, name, location, clientId }
}

/** What the journal says a command is: its number, and what it does with what. */
export function getSubject({ command_id, command, argument }: CommandRow): string {
  const shown = argument.length > 60 ? `${argument.slice(0, 59)}…` : argument
  return `Command ${command_id}: ${command}${shown === '' ? '' : ` ${shown}`}`
}
