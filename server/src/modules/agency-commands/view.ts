import type { ClaimedCommand, SoftwareStatus } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand, WaitingCommand } from '@agency-support/contract/modules/queued-command'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { plusSeconds } from '../../lib/clock.ts'
import type { SoftwareRow } from './software-store.ts'
import type { CommandRow } from './store.ts'

/** The status of an agency's software as the console receives it. */
export function softwareView(row: SoftwareRow | undefined, now: Date): SoftwareStatus {
  return {
    connected: row !== undefined && now <= plusSeconds(row.last_seen_at, protocolNumbers.connectedSeconds),
    lastSeenAt: row?.last_seen_at.toISOString() ?? null,
    versionDisplay: row?.version_display ?? '',
    hostName: row?.host_name ?? '',
  }
}

/** A command as the console receives it. */
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

/** A waiting command, without its output or state. */
export function waitingView(row: CommandRow): WaitingCommand {
  const { command_id: commandId, command, argument, issued_by: issuedBy, created_at } = row
  return { commandId, command, argument, issuedBy, created: created_at.toISOString() }
}

/** A command as the agency's software receives it. */
export function claimedView(row: CommandRow): ClaimedCommand {
  if (row.lease_until === null) throw new Error(`command ${row.command_id} was taken without a lease`)
  const { command, argument } = row
  return {
    commandId: row.command_id,
    attempt: row.attempt,
    // Checked against the vocabulary when it was queued.
    ...({ command, argument } as Pick<ClaimedCommand, 'command' | 'argument'>),
    leaseExpiresAt: row.lease_until.toISOString(),
    begun: row.begun_at !== null,
  } as ClaimedCommand
}

/** The command's description in the journal: its number, name and argument. */
export function getSubject({ command_id, command, argument }: CommandRow): string {
  const shown = argument.length > 60 ? `${argument.slice(0, 59)}…` : argument
  return `Command ${command_id}: ${command}${shown === '' ? '' : ` ${shown}`}`
}
