import { maxReasonLength } from '@agency-support/contract/rules/reason'

/** Props of the field for why something is done, which goes into the journal. */
export const reasonField = {
  label: 'Reason (optional)',
  hint: 'Kept in the journal.',
  maxLength: maxReasonLength,
} as const
