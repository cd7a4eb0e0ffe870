// @vitest-environment jsdom
import type { ServingProcess } from '@agency-support/contract/modules/operations'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { ProcessCard } from './process-card.tsx'

const now = '2026-11-20T12:00:00Z'
const process: ServingProcess = {
  processId: '7d3f0c0e-8a5e-4b51-9d5e-0a5c3f1d2b11',
  host: 'one',
  pid: 7,
  build: 'b1',
  startedAt: now,
  reportedAt: now,
  figures: {
    memoryBytes: 1,
    eventLoopMs: null,
    clockApartMs: null,
    pools: [
      { pool: 'read', busy: 2, idle: 0, waiting: 1 },
      { pool: 'write', busy: 0, idle: 1, waiting: 0 },
    ],
    calls: { underWay: 3, max: 100 },
    liveStreams: 1,
    textingConnections: 2,
    answers: { seconds: 300, all: 1_000, unavailable: 0, failed: 0, last: [] },
    readOnly: false,
    providers: [],
    tasks: [],
    storage: { store: 'folder', usable: true, freeBytes: 1, totalBytes: 2 },
  },
}

test('a process counts what it has one of as one', async () => {
  const { wrapper } = await openPage()
  render(<ProcessCard process={process} answered checkedAt={now} />, { wrapper })
  for (const says of [
    '2 busy, 0 idle, 1 request waiting',
    '0 busy, 1 idle, 0 requests waiting',
    '1 screen',
    '2 clients',
  ])
    expect(screen.getByText(says)).toBeDefined()
})
