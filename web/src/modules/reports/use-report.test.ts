// @vitest-environment jsdom
import { reports } from '@agency-support/contract/modules/reports'
import { maxReportRows } from '@agency-support/contract/rules/reports'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { findProduct, isUnknown, toProductId, useChosen, useReport, useView } from './use-report.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ agencyId: at + 1 }))
const most = maxReportRows + 1

interface Shown {
  productId: number | null
  text?: string
}
const openReport = (shown: Shown) =>
  mountHook(
    ({ productId, text }: Shown) =>
      useReport(reports.billing, {
        input: productId === null ? null : { productId },
        filters: text === undefined ? null : { text },
      }),
    shown,
  )

test('before a product is chosen nothing is asked; then all its rows are read and filtered here', async () => {
  const server = await answeringCalls({ ReportProductBilling: done(...rows(3)) })
  const { result, rerender } = openReport({ productId: null })
  expect(server.names()).toEqual([])
  rerender({ productId: 7, text: 'lee' })
  await waitFor(() => expect(result.current.rows).toEqual(rows(3)))
  expect(result.current).toMatchObject({ isCut: false, isWholeCut: false })
  expect(server.inputs('ReportProductBilling')).toEqual([{ productId: 7, most }])
})

test('of more rows than can be shown the first are, and the server filters', async () => {
  const server = await answeringCalls({
    ReportProductBilling: ({ text }) => done(...rows(text === undefined ? most : 2)),
  })
  const { result, rerender } = openReport({ productId: 7 })
  await waitFor(() => expect(result.current.rows).toHaveLength(maxReportRows))
  expect(result.current).toMatchObject({ isCut: true, isWholeCut: true })
  rerender({ productId: 7, text: 'lee' })
  await waitFor(() => expect(result.current.rows).toEqual(rows(2)))
  expect(result.current).toMatchObject({ isCut: false, isWholeCut: true })
  expect(server.inputs('ReportProductBilling')).toEqual([
    { productId: 7, most },
    { productId: 7, text: 'lee', most },
  ])
})

test('a report is empty only without its filters', async () => {
  await answeringCalls({
    ReportProductBilling: ({ productId, text }) =>
      done(...rows(productId === 8 || text !== undefined ? 0 : most)),
  })
  const { result, rerender } = openReport({ productId: 7 })
  await waitFor(() => expect(result.current.rows).toHaveLength(maxReportRows))
  rerender({ productId: 7, text: 'nobody' })
  await waitFor(() => expect(result.current.rows).toEqual([]))
  expect(result.current.isEmpty).toBe(false)
  rerender({ productId: 8, text: 'nobody' })
  await waitFor(() => expect(result.current.isEmpty).toBe(true))
})

test('a report with as many rows as can be shown is whole', async () => {
  await answeringCalls({ ReportProductBilling: done(...rows(maxReportRows)) })
  const { result } = openReport({ productId: 7, text: 'lee' })
  await waitFor(() => expect(result.current.rows).toHaveLength(maxReportRows))
  expect(result.current).toMatchObject({ isCut: false, isWholeCut: false })
})

test('the product of an address is found in the list, or known to be none', () => {
  const list = [{ productId: 7, name: 'Rater' }] as never
  expect([toProductId({}), toProductId({ product: '7' })]).toEqual([undefined, 7])
  expect([findProduct(list, 7), findProduct(list, 8), findProduct(undefined, 7)]).toEqual([
    { productId: 7, name: 'Rater' },
    undefined,
    undefined,
  ])
  expect([
    isUnknown(list, 8),
    isUnknown(list, 7),
    isUnknown(undefined, 8),
    isUnknown(list, undefined),
  ]).toEqual([true, false, false, false])
})

test('while another product is chosen than the one in the address, no report is shown', () => {
  const open = mountHook(({ viewed }: { viewed?: number }) => useChosen(viewed), {})
  const { result } = open
  const view = (viewed: number) => open.rerender({ viewed })
  expect(result.current).toMatchObject({ chosen: undefined, shown: undefined })
  view(7)
  expect(result.current).toMatchObject({ chosen: 7, shown: 7 })
  act(() => result.current.choose(8))
  expect(result.current).toMatchObject({ chosen: 8, shown: undefined })
  view(8)
  expect(result.current).toMatchObject({ chosen: 8, shown: 8 })
  act(() => result.current.choose(7))
  act(() => result.current.choose(8))
  expect(result.current).toMatchObject({ chosen: 8, shown: 8 })
})

test('the report of another product opens without the filters of the one before', async () => {
  const page = await openPage('/reports/billing?product=7&q=lee')
  const { result } = renderHook(() => useView(), { wrapper: page.wrapper })
  await act(async () => result.current(8, { 'f.event': '0' }))
  expect(page.address()).toBe('/reports/billing?product=8&f.event=0')
})
