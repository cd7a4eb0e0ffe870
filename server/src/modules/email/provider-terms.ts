import type { SuppressionKey } from '@agency-support/contract/rules/email'
import type { MailMode, Suppressed, SuppressionList } from '../../providers/sendgrid.ts'

/** A suppression as the provider's adapter has it. */
export function toSuppressed({ email, type, is6x }: SuppressionKey): Suppressed {
  return { email, kind: type, mode: is6x ? '6x' : '5x' }
}

/** The kind and mode of a list as the wire has them. */
export function toType({ kind, mode }: SuppressionList): Pick<SuppressionKey, 'type' | 'is6x'> {
  return { type: kind, is6x: is6x(mode) }
}

function is6x(mode: MailMode): boolean {
  return mode === '6x'
}
