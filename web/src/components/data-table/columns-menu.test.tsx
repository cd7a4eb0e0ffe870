// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { preferences, type TablePreferences } from '../preferences.ts'
import { column, defineTable, minColumnWidth } from './column.ts'
import { ColumnsMenu } from './columns-menu.tsx'

const col = column<{ name: string; seats: number; email: string }>()
const table = defineTable({
  id: 'of-menu-test',
  caption: 'Agencies',
  sizes: [25],
  rowId: ({ name }) => name,
  columns: [
    col('name', { header: 'Name', width: 200, rowHeader: true }),
    col('seats', { header: 'Seats', width: 100 }),
    col('email', { header: 'Email', width: 150 }),
  ],
})

beforeEach(() => {
  stubResizeObserver()
  preferences.setUser('lee@support.test')
})
afterEach(() => {
  preferences.clear()
  preferences.setUser(null)
  vi.unstubAllGlobals()
})

async function openMenu(kept: TablePreferences) {
  cleanWhenFinished()
  preferences.setTable(table.id, kept)
  render(<ColumnsMenu table={table} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  return {
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    tick: (name: string) => user.click(screen.getByRole('checkbox', { name })),
    kept: () => preferences.get().tables[table.id],
  }
}

test('a column is made wider step by step, and the others stay as they are', async () => {
  const { press, kept } = await openMenu({ widths: { name: 300 } })
  await press('Seats: wider')
  await press('Seats: wider')
  await press('Name: narrower')
  expect(kept()?.widths).toEqual({ name: 276, seats: 148 })
})

test('no column is made narrower than one can read', async () => {
  const { press, kept } = await openMenu({ widths: { seats: minColumnWidth + 1 } })
  await press('Seats: narrower')
  expect(kept()?.widths).toEqual({ seats: minColumnWidth })
})

test('columns are hidden and shown one by one, and Reset brings all of them back as they were', async () => {
  const { tick, press, kept } = await openMenu({ widths: { name: 300 } })
  await tick('Seats')
  await tick('Email')
  expect(kept()).toEqual({ widths: { name: 300 }, hidden: ['seats', 'email'] })
  await tick('Seats')
  expect(kept()?.hidden).toEqual(['email'])
  expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
  await press('Reset columns')
  expect(kept()).toEqual({ widths: {}, hidden: [] })
})
