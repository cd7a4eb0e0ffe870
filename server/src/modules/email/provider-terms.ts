import type { SuppressionKey } from '@agency-support/contract/rules/email'
import type { Suppressed, SuppressionList } from '../../providers/sendgrid.ts'

/** A suppression in the form of the provider's adapter. */
export function toSuppressed({ email, type, is6x }: SuppressionKey): Suppressed {
  return { email, kind: type, mode: is6x ? '6x' : '5x' }
}

/** The kind and mode of a list as wire fields. */
export function toType({ kind, mode }: SuppressionList): Pick<SuppressionKey, 'type' | 'is6x'> {
  return { type: kind, is6x: mode === '6x' }
}
