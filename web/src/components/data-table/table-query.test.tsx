// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { CallFailure, failureText } from '../../lib/requests/query.ts'
import { column, defineTable } from './column.ts'
import { DataTable } from './data-table.tsx'
import { tableQuery } from './table-query.ts'
import { useLocalTable } from './use-local-table.ts'

interface Seat {
  name: string
}

const table = defineTable<Seat>({
  id: 'seats-of-test',
  caption: 'Seats',
  sizes: [25],
  rowId: ({ name }) => name,
  columns: [column<Seat>()('name', { header: 'Name', width: 200, rowHeader: true })],
})

function Seats({ query, rows }: { query: Parameters<typeof tableQuery>[0]; rows?: readonly Seat[] }) {
  const binding = useLocalTable(table)
  return (
    <DataTable
      {...binding}
      {...tableQuery(query, rows, failureText(query.error, 'Something went wrong'))}
      empty={{ text: '' }}
    />
  )
}

beforeEach(stubResizeObserver)

test('a failed table that a live hint reads again keeps its Try again until the answer', () => {
  cleanWhenFinished()
  const error = new CallFailure('', { fromServer: false, status: 500 })
  const failed = {
    isEnabled: true,
    isFetched: true,
    isFetching: false,
    error,
    errorUpdatedAt: 5,
    refetch: () => new Promise<never>(() => undefined),
  }
  const { rerender } = render(<Seats query={failed} />)
  const again = screen.getByRole('button', { name: 'Try again' })
  rerender(<Seats query={{ ...failed, isFetching: true, error: null }} />)
  expect(screen.getByRole('button', { name: 'Try again' })).toBe(again)
  rerender(<Seats query={{ ...failed, error: null }} rows={[{ name: 'ABC' }]} />)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what asks for nothing yet has no Refresh: it would be sent without what is still to be chosen', () => {
  cleanWhenFinished()
  const asked = {
    isEnabled: true,
    isFetched: true,
    isFetching: false,
    error: null,
    errorUpdatedAt: 0,
    refetch: () => new Promise<never>(() => undefined),
  }
  const { rerender } = render(<Seats query={{ ...asked, isEnabled: false, isFetched: false }} />)
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
  rerender(<Seats query={asked} />)
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined()
})
