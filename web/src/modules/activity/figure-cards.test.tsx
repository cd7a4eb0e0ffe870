// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { FigureCards } from './figure-cards.tsx'

test('[RPT-TOTALS-01] [MKT-82] each card shows the total and the last 24 hours of its own category; seven days are a measure, clients stand nowhere', async () => {
  await answeringCalls({
    ReportProductsPeriods: done({
      total: { registrations: 1001, cloud: 1002, texting: 1003, vendor: 1004, clients: 1005 },
      days1: { registrations: 1, cloud: 2, texting: 3, vendor: 4, clients: 5 },
      days7: { registrations: 7, cloud: 14, texting: 21, vendor: 28, clients: 35 },
    }),
  })
  const { wrapper } = await openPage()
  render(<FigureCards shown={null} />, { wrapper })
  await screen.findByRole('link', { name: '1,001' })
  const figures = (title: string) => {
    const card = screen.getByRole('region', { name: title })
    const shown = within(card).getAllByRole('definition')
    return [...shown.map(({ textContent }) => textContent), /Usually (\d+)/.exec(card.textContent)?.[1]]
  }
  expect(['Registrations', 'Cloud', 'Texting', 'Vendor'].map(figures)).toEqual([
    ['1,001', '1', '1'],
    ['1,002', '2', '2'],
    ['1,003', '3', '3'],
    ['1,004', '4', '4'],
  ])
  const [, ...cards] = screen.getAllByRole('region')
  expect(cards).toHaveLength(4)
  for (const { textContent } of cards) expect(textContent).not.toMatch(/client|1,005|14|21|28|35/i)
})
