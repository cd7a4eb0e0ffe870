// @vitest-environment jsdom
import { activity } from '@agency-support/contract/modules/activity'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { FigureCards } from './figure-cards.tsx'
import { FigureRows } from './figure-rows.tsx'
import { activityPaths } from './paths.ts'

const counts = { registrations: 1, cloud: 1, texting: 1, vendor: 1, clients: 1 }
const row = (agencyId: number) => ({
  cat: 'Vendor',
  agencyId,
  dt: '2026-11-20T08:00:00Z',
  id: agencyId,
  change: 1,
})

test('[MKT-84] the rows behind a figure are read again when the figures of their category change, and only then', async () => {
  stubResizeObserver()
  let total = { ...counts }
  const lists = [[row(6938)], [row(6939), row(6938)]]
  const server = await answeringCalls({
    ReportProductsPeriods: () => done({ total, days1: counts, days7: counts }),
    ReportActivityRows: () => done(...(lists.shift() ?? [])),
  })
  const shown = { cat: 'Vendor', since: 'all' } as const
  const { wrapper } = await openPage(activityPaths.totals, activityPaths.totals)
  render(
    <>
      <FigureCards shown={shown} />
      <FigureRows {...shown} />
    </>,
    { wrapper },
  )
  await screen.findByRole('rowheader', { name: /00006938/ })
  const readTotals = () => act(() => queryClient.refetchQueries({ queryKey: callKey(activity.totals, {}) }))
  total = { ...total, cloud: 2, clients: 2 }
  await readTotals()
  await screen.findByRole('link', { name: '2' })
  expect(server.inputs('ReportActivityRows')).toHaveLength(1)
  total = { ...total, vendor: 2 }
  await readTotals()
  await screen.findByRole('rowheader', { name: /00006939/ })
  expect(server.inputs('ReportActivityRows')).toEqual([shown, shown])
})
