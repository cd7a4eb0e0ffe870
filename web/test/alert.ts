import type { SystemAlert } from '@agency-support/contract/modules/alerts'

/** An active alert to all agencies, with what is given. */
export function alertOf(given: Partial<SystemAlert> = {}): SystemAlert {
  return {
    guid: '0a1e2400-4040-4040-8404-404040404040',
    category: 1,
    priority: 2,
    feature: 3,
    message: 'Texting is down.',
    startTime: '2026-11-20T09:00:00.000Z',
    endTime: null,
    systemAlertRecipientType: 2,
    applicableAgencies: [],
    region: null,
    version: 1,
    ...given,
  }
}
