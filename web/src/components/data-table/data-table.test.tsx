// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { Announcer } from '../messages/announce.tsx'
import { preferences } from '../preferences.ts'
import { handleShortcutEvent, shortcuts } from '../keyboard/shortcuts.ts'
import { column, defineTable } from './column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { DataTable } from './data-table.tsx'
import { useAddressTable } from './use-address-table.ts'

interface Agency {
  id: number
  name: string
  seats: number | null
}

const col = column<Agency>()
const table = defineTable<Agency>({
  id: 'agencies-of-test',
  caption: 'Agencies',
  sizes: [2, 4],
  rowId: ({ id }) => String(id),
  columns: [
    col('name', { header: 'Name', width: 200, flex: true, rowHeader: true }),
    col('seats', { header: 'Seats', width: 100, align: 'end' }),
    col('id', { header: 'Id', width: 80, sortable: false }),
  ],
})
const rows: readonly Agency[] = [
  { id: 1, name: 'Lee', seats: 5 },
  { id: 2, name: 'Ann', seats: 9 },
  { id: 3, name: 'Smith', seats: null },
  { id: 4, name: 'Bob', seats: 2 },
  { id: 5, name: 'Cole', seats: 7 },
]
const search = {
  label: 'Search',
  matches: ({ name }: Agency, text: string) => name.toLowerCase().includes(text),
}

type Given = Omit<Partial<DataTableProps<Agency>>, 'selection'> & { selects?: readonly string[] }

function List({ selects, ...given }: Given) {
  const binding = useAddressTable(table)
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set(selects))
  return (
    <>
      <DataTable
        {...binding}
        rows={rows}
        loading={false}
        error={null}
        onRetry={() => undefined}
        empty={{ text: 'No agencies.' }}
        rowName={({ name }) => name}
        {...(selects && { selection: { selected, onChange } })}
        {...given}
      />
      <Announcer />
    </>
  )
}

beforeEach(() => {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
  preferences.setUser('lee@support.test')
  document.addEventListener('keydown', handleShortcutEvent)
})
afterEach(() => {
  document.removeEventListener('keydown', handleShortcutEvent)
  preferences.clear()
  preferences.setUser(null)
  vi.unstubAllGlobals()
})

const shown = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)

/** The table on a screen of this address, as a person uses it. */
async function openList(given: Given = {}, href = '/seats') {
  const page = await openPage(href)
  const user = userEvent.setup({ delay: null })
  const { rerender } = render(<List {...given} />, { wrapper: page.wrapper })
  return {
    user,
    page,
    rerender: (next: Given) => rerender(<List {...next} />),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    shown,
    /** Waits until these rows are shown, in this order. */
    shows: (...names: string[]) => waitFor(() => expect(shown()).toEqual(names)),
    headers: () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent),
    /** Names of the selected rows of the page. */
    selected: () =>
      screen
        .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ })
        .flatMap((box) => (box.checked ? [box.parentElement?.textContent?.replace('Select ', '')] : [])),
    /** The row that has the focus. */
    focused: () => document.activeElement?.closest('tr')?.querySelector('th')?.textContent,
  }
}

test('a column sorts up, down and not at all; what is missing stands last both ways, and the address says how', async () => {
  const { press, shows, page } = await openList({}, '/seats?size=4&tab=open')
  await shows('Lee', 'Ann', 'Smith', 'Bob')
  await press('Seats')
  await shows('Bob', 'Lee', 'Cole', 'Ann')
  expect(screen.getByRole('columnheader', { name: 'Seats' }).ariaSort).toBe('ascending')
  expect(screen.getByText('Sorted by Seats, ascending')).toBeTruthy()
  expect(page.address()).toBe('/seats?tab=open&sort=seats&size=4')
  await press('Seats')
  await shows('Ann', 'Cole', 'Lee', 'Bob')
  expect(screen.getByText('Sorted by Seats, descending')).toBeTruthy()
  await press('Seats')
  await shows('Lee', 'Ann', 'Smith', 'Bob')
  expect(screen.getByText('Not sorted')).toBeTruthy()
})

test('pages are turned, and begin anew with another order or another size, which is remembered', async () => {
  const { user, press, shows, page } = await openList()
  await shows('Lee', 'Ann')
  await press('Next')
  await shows('Smith', 'Bob')
  expect(page.address()).toBe('/seats?page=2')
  await press('Last')
  await shows('Cole')
  await press('Name')
  await shows('Ann', 'Bob')
  expect(page.address()).toBe('/seats?sort=name')
  await press('Last')
  await shows('Smith')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '4')
  await shows('Ann', 'Bob', 'Cole', 'Lee')
  expect(preferences.get().tables[table.id]?.size).toBe(4)
})

test('a page past the end is the last one', async () => {
  const { shows } = await openList({}, '/seats?page=9')
  await shows('Cole')
  expect(screen.getByText('5–5 of 5')).toBeTruthy()
})

test('what is typed filters at once, from the first page, without a step in the history', async () => {
  const { user, shown, shows, page } = await openList({ search }, '/seats?page=3')
  const steps = page.history.length
  await user.type(screen.getByRole('textbox', { name: 'Search' }), ' L')
  expect(shown()).toEqual(['Lee', 'Cole'])
  expect([page.address(), page.history.length]).toEqual(['/seats?q=+L', steps])
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'xx')
  expect(shown()).toEqual([])
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as Element)
  await shows('Lee', 'Ann')
  await waitFor(() => expect(page.address()).toBe('/seats'))
})

test('a search in the address of a link filters, and Back takes it away', async () => {
  const { shows, page } = await openList({ search }, '/seats?q=smith')
  await shows('Smith')
  page.history.push('/seats')
  await shows('Lee', 'Ann')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('')
})

test('columns are as wide for a larger text as it needs, and the table scrolls in its box', async () => {
  await openList({ selects: [] })
  const columns = [...document.querySelectorAll<HTMLElement>('col')].map(({ style }) => style.width)
  expect(columns).toEqual(['2.5rem', '', '6.25rem', '5rem'])
  expect(screen.getByRole('table').style.minWidth).toBe('26.25rem')
})

test('hidden columns are not shown, except the one that names the row', async () => {
  preferences.setTable(table.id, { hidden: ['name', 'seats'] })
  const { headers } = await openList()
  expect(headers()).toEqual(['Name', 'Id'])
})

test('arrows, j and k move through the rows, Home and End to their ends', async () => {
  const { user, focused } = await openList({ rowHref: ({ id }) => `/agency-detail/${id}` }, '/seats?size=4')
  await user.keyboard('j')
  expect(focused()).toBe('Lee')
  await user.keyboard('{ArrowDown}j')
  expect(focused()).toBe('Smith')
  await user.keyboard('k')
  expect(focused()).toBe('Ann')
  await user.keyboard('{End}')
  expect(focused()).toBe('Bob')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Bob')
  await user.keyboard('{Home}')
  expect(focused()).toBe('Lee')
})

test('[ and ] turn pages as far as there are any, r reads again, / goes to the search', async () => {
  const onRefresh = vi.fn()
  const { user, shows, page } = await openList({ search, onRefresh })
  await user.keyboard('[[')
  expect(page.address()).toBe('/seats')
  await user.keyboard(']')
  await shows('Smith', 'Bob')
  await user.keyboard(']')
  await shows('Cole')
  await user.keyboard(']')
  expect(page.address()).toBe('/seats?page=3')
  await user.keyboard('[[')
  await shows('Smith', 'Bob')
  await user.keyboard('r')
  expect(onRefresh).toHaveBeenCalledOnce()
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
})

test('from the search, Enter and the arrow go to the first row that it found', async () => {
  const { user, focused } = await openList({ search, rowHref: ({ id }) => `/agency-detail/${id}` })
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'smi{Enter}')
  expect(focused()).toBe('Smith')
  await user.clear(screen.getByRole('textbox', { name: 'Search' }))
  await user.type(screen.getByRole('textbox', { name: 'Search' }), '{ArrowDown}')
  expect(focused()).toBe('Lee')
})

test('Enter waits for rows that are still loading', async () => {
  const links = { search, rowHref: ({ id }: Agency) => `/agency-detail/${id}` }
  const { user, focused, rerender } = await openList({ ...links, rows: [], loading: true })
  await user.type(screen.getByRole('textbox', { name: 'Search' }), '{Enter}')
  expect(focused()).toBeUndefined()
  rerender(links)
  await waitFor(() => expect(focused()).toBe('Lee'))
})

test('rows are selected by x and Space, ranges with Shift from the row touched last', async () => {
  const { user, selected } = await openList({ selects: [] }, '/seats?size=4')
  await user.keyboard('j')
  await user.keyboard('x{ArrowDown}{ArrowDown}')
  await user.keyboard('{Shift>}X{/Shift}')
  expect(selected()).toEqual(['Lee', 'Ann', 'Smith'])
  await user.keyboard('{ArrowUp}x')
  expect(selected()).toEqual(['Lee', 'Smith'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Bob' }))
  await user.keyboard('{/Shift}')
  expect(selected()).toEqual(['Lee', 'Ann', 'Smith', 'Bob'])
})

test('the box in the head selects the page; a filter drops what it hides from the selection', async () => {
  const { user, selected } = await openList({ selects: [], search })
  const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' })
  await user.click(head)
  expect([selected(), head.checked]).toEqual([['Lee', 'Ann'], true])
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Select all 5 filtered' }))
  expect(screen.getByText('5 selected')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'o')
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(head)
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('while the rows are not there the selection stays', async () => {
  const { rerender } = await openList({ selects: ['1', '9'] })
  expect(screen.getByText('1 selected')).toBeTruthy()
  rerender({ selects: ['1'], rows: undefined, loading: true })
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('e unfolds the row and folds it again, as its button does; the address says which', async () => {
  const expand = ({ name }: Agency) => <p>All about {name}</p>
  const { user, press, page, focused } = await openList({ expand })
  await user.keyboard('jje')
  expect(screen.getByText('All about Ann')).toBeTruthy()
  expect([page.address(), focused()]).toEqual(['/seats?open=2', 'Ann'])
  await press('Details of Lee')
  expect(screen.queryByText('All about Ann')).toBeNull()
  expect(screen.getByRole('button', { name: 'Details of Lee' }).ariaExpanded).toBe('true')
  await user.keyboard('e')
  expect([screen.queryByText(/All about/), page.address()]).toEqual([null, '/seats'])
})

test('Shift and C copy the row’s id, or what the screen says', async () => {
  const { user, rerender } = await openList({ selects: [] })
  await user.keyboard('jj{Shift>}C{/Shift}')
  expect(await navigator.clipboard.readText()).toBe('2')
  rerender({ selects: [], rowCopy: ({ name }) => name })
  await user.keyboard('{Shift>}C{/Shift}')
  expect(await navigator.clipboard.readText()).toBe('Ann')
})

test('in a field, or with letters as shortcuts switched off, a letter is no shortcut', async () => {
  const cell = () => <input aria-label="Note" />
  const { user, selected, focused } = await openList({ selects: [], expand: cell }, '/seats?open=1')
  await user.keyboard('j')
  expect(focused()).toBe('Lee')
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'x')
  expect(selected()).toEqual([])
  screen.getByRole('checkbox', { name: 'Select Ann' }).focus()
  shortcuts.setEnabled(false)
  onTestFinished(() => shortcuts.setEnabled(true))
  await user.keyboard('x')
  expect(selected()).toEqual([])
  shortcuts.setEnabled(true)
  await user.keyboard('x')
  expect(selected()).toEqual(['Ann'])
})

test('rows that come in steps are all shown, with no pages to turn', async () => {
  const loadMore = vi.fn()
  const { user, shown, page } = await openList({ more: { hasMore: true, loading: false, loadMore } })
  expect(shown()).toHaveLength(5)
  await user.keyboard(']')
  expect(page.address()).toBe('/seats')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(loadMore).toHaveBeenCalledOnce()
})

test('where the focused row goes away the focus stays in its place', async () => {
  const links = { rowHref: ({ id }: Agency) => `/agency-detail/${id}` }
  const { user, rerender, focused } = await openList(links, '/seats?size=4')
  await user.keyboard('jj')
  rerender({ ...links, rows: rows.filter(({ id }) => id !== 2) })
  expect(focused()).toBe('Smith')
})

const words = { show: 'Show', hide: 'Hide' }
test.each<[string, Given, number]>([
  ['the columns', {}, 3],
  ['the columns, boxes and arrows', { selects: [], expand: () => null }, 5],
  [
    'the columns, boxes and a button that unfolds',
    { selects: [], expand: () => null, expandWords: words },
    5,
  ],
])('without rows it says so under all of %s', async (_name, given, span) => {
  await openList({ ...given, rows: [] })
  const cell = within(screen.getByRole('table')).getByText('No agencies.').closest('td')
  expect([cell?.colSpan, screen.getAllByRole('columnheader').length]).toEqual([span, span])
})

test('in the head of a table keys are the browser’s', async () => {
  const { user, focused } = await openList({ rowHref: ({ id }) => `/agency-detail/${id}` })
  const button = screen.getByRole('button', { name: 'Name' })
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect([document.activeElement, focused()]).toEqual([button, 'Name'])
})
