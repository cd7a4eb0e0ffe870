import { alertSentences } from '@agency-support/contract/rules/alerts'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const alertMessages = {
  unable: 'Unable to get alerts.',
  failed: 'An error occurred processing the request.',
  malformed: 'Malformed response',
  banner: (message: string) => `Error: ${message}`,
  empty: alertSentences.none,
  sent: 'Alert sent',
  updated: 'Alert updated',
  resolved: 'Alert resolved',
  oneAtATime: 'Please enter one agency at a time',
  startsAnew: 'With each save the alert starts at the current time.',
  everyAgency: 'Every agency sees this now.',
} as const
