// @vitest-environment jsdom
import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EventChart } from './event-chart.tsx'
import { esignatureView } from './event-views.ts'

const event = (id: number, isProcessed: boolean): SubscriptionEvent => ({
  id,
  agencyId: 6938,
  agencyName: 'Smith Insurance',
  eventDate: '2026-11-20T12:00:00Z',
  subscriptionStatus: 1,
  emailAddress: '',
  isProcessed,
  version: 0,
})

test.each([
  [[false], '1 of 1 event of these days is left to process.'],
  [[false, true], '1 of 2 events of these days is left to process.'],
  [[false, false, true], '2 of 3 events of these days are left to process.'],
  [[true], 'Every event of these days is processed.'],
])('what billing has yet to process is counted in words', (marks, says) => {
  render(
    <EventChart
      view={esignatureView}
      events={marks.map((isProcessed, id) => event(id, isProcessed))}
      whyNone={undefined}
      range={{ start: '2026-11-01', end: '2026-11-30' }}
      processed="0"
      onProcessed={() => undefined}
    />,
  )
  expect(screen.getByText(says)).toBeTruthy()
})
