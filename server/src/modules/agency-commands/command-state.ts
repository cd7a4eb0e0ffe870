import {
  afterStep,
  type CommandStatus,
  type CommandOutcome,
  type CommandState,
  type CommandStep,
  isHeld,
  isOpen,
} from '@agency-support/contract/rules/agency-commands'
import { plusSeconds } from '../../lib/clock.ts'
import type { CommandRow } from './store.ts'

/** The part of a row that the rules need. */
export function toCommandStatus(row: CommandRow): CommandStatus {
  return { state: row.state, attempt: row.attempt, begun: row.begun_at !== null }
}

/** The row after a step, with its timestamps; undefined if the step is not possible in its state. */
export function applyStep(
  row: CommandRow,
  step: CommandStep,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
): CommandRow | undefined {
  const status = afterStep(toCommandStatus(row), step)
  if (status === undefined) return undefined
  const { state, attempt } = status
  return {
    ...row,
    state,
    attempt,
    reason: toReason(row, step, state),
    delivered_at: step.kind === 'deliver' ? now : row.delivered_at,
    begun_at: row.begun_at ?? (status.begun ? now : null),
    finished_at: isOpen(state) ? null : now,
    lease_until: isHeld(state) ? plusSeconds(now, leaseSeconds) : null,
  }
}

function toReason(row: CommandRow, step: CommandStep, state: CommandState): string | null {
  if (state === 'failed' && step.kind === 'finish' && step.reason !== undefined && step.outcome === 'failed')
    return step.reason
  const wasInterrupted = step.kind === 'finish' ? step.outcome === 'interrupted' : step.kind === 'expire'
  return state === 'failed' && wasInterrupted ? 'interrupted' : row.reason
}

/** The current state of a command, for the answer to an outdated report. */
export function getCurrentState({ state, attempt }: CommandRow): { state: CommandState; attempt: number } {
  return { state, attempt }
}

/** True if this attempt already ended with this outcome, because the first answer got lost. */
export function isSameEnd(row: CommandRow, attempt: number, outcome: CommandOutcome): boolean {
  if (row.attempt !== attempt) return false
  if (outcome === 'succeeded') return row.state === 'succeeded'
  return row.state === 'failed' && (row.reason === 'interrupted') === (outcome === 'interrupted')
}
