import type { ClientIn } from '@agency-support/contract/call'
import type { certificates } from '@agency-support/contract/modules/certificates'

type Event = ClientIn<typeof certificates.report>['events'][number]
type Published = Extract<Event, { kind: 'published' }>

/** That a client's certificate was published, with one policy and one holder unless told otherwise. */
export const published = (
  id: string,
  at: string,
  clientId: string,
  more: Partial<Published> = {},
): Published => ({
  kind: 'published',
  id,
  at,
  clientId,
  name: `Client ${clientId}`,
  user: { email: 'a@smith.test' },
  policies: [
    {
      policyNumber: 'HO-100',
      carrier: 'Harbor Mutual',
      effectiveDate: '2026-03-01',
      expirationDate: '2027-03-01',
    },
  ],
  certificateHolders: [
    {
      id: '1',
      name: 'First Bank',
      address: '1 Main Street\nSpringfield, IL 62701',
      email: 'bank@first.test',
      additionalInsured: true,
    },
  ],
  ...more,
})

export const withdrawn = (id: string, at: string, clientId: string): Event => ({
  kind: 'withdrawn',
  id,
  at,
  clientId,
})
