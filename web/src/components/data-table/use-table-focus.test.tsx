// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { handleShortcutEvent, shortcuts } from '../keyboard/shortcuts.ts'
import { column, defineTable } from './column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { DataTable } from './data-table.tsx'
import { useLocalTable } from './use-local-table.ts'

interface Vendor {
  id: number
  email: string
}

const rows: readonly Vendor[] = [
  { id: 1, email: 'lee@rater.test' },
  { id: 2, email: '' },
]
const table = defineTable<Vendor>({
  id: 'vendors-of-test',
  caption: 'Vendors',
  sizes: [25],
  rowId: ({ id }) => String(id),
  columns: [
    column<Vendor>()('email', {
      header: 'Email',
      width: 200,
      cell: ({ id, email }) => (email === '' ? `no ${id}` : <button type="button">Copy {email}</button>),
    }),
  ],
})

type Given = Pick<DataTableProps<Vendor>, 'expand' | 'rowName'>

function List(given: Given) {
  const binding = useLocalTable(table)
  return (
    <DataTable
      {...binding}
      {...given}
      rows={rows}
      loading={false}
      error={null}
      onRetry={() => undefined}
      empty={{ text: 'No data' }}
    />
  )
}

/** A screen on which these keys are pressed. */
async function show(screen: ReactNode) {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
  document.addEventListener('keydown', handleShortcutEvent)
  onTestFinished(() => {
    document.removeEventListener('keydown', handleShortcutEvent)
    vi.unstubAllGlobals()
  })
  const { wrapper } = await openPage('/vendors')
  render(screen, { wrapper })
  return userEvent.setup({ delay: null })
}

/** The element that has the focus: its kind and its text. */
const focused = () => [document.activeElement?.tagName, document.activeElement?.textContent]

test('j, k and the arrows go to the first control of rows that neither open nor expand, or to the row', async () => {
  const user = await show(<List />)
  await user.keyboard('j')
  expect(focused()).toEqual(['BUTTON', 'Copy lee@rater.test'])
  await user.keyboard('j{Shift>}C{/Shift}')
  expect([focused(), await navigator.clipboard.readText()]).toEqual([['TR', 'no 2'], '2'])
  await user.keyboard('{ArrowUp}')
  expect(focused()).toEqual(['BUTTON', 'Copy lee@rater.test'])
})

test('of two tables the keys are for the one that has the focus, or had it last', async () => {
  const user = await show(
    ['First', 'Second'].map((name) => (
      <section key={name} aria-label={name}>
        <List />
      </section>
    )),
  )
  const at = () => document.activeElement?.closest('section')?.ariaLabel
  await user.keyboard('j')
  expect(at()).toBe('Second')
  await user.click(
    within(screen.getByRole('region', { name: 'First' })).getByRole('button', { name: 'Columns' }),
  )
  await user.keyboard('{Escape}')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await user.keyboard('jj')
  expect([at(), focused()]).toEqual(['First', ['TR', 'no 2']])
})

test('in what a row unfolds the keys go on from that row', async () => {
  const user = await show(
    <List
      rowName={({ id }) => `vendor ${id}`}
      expand={({ id }) => (
        <table>
          <tbody>
            <tr>
              <td>
                <button type="button">More of {id}</button>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    />,
  )
  const details = (id: number) => screen.getByRole('button', { name: `Details of vendor ${id}` })
  await user.click(details(1))
  await user.click(screen.getByRole('button', { name: 'More of 1' }))
  await user.keyboard('j')
  expect(document.activeElement).toBe(details(2))
  await user.click(details(2))
  await user.click(screen.getByRole('button', { name: 'More of 2' }))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(details(1))
})

test('the second letter of a sequence is not for the row that has the focus', async () => {
  onTestFinished(shortcuts.register([{ keys: 'g e', label: 'Email', group: 'Go to', run: () => undefined }]))
  const user = await show(
    <List rowName={({ id }) => `vendor ${id}`} expand={({ id }) => <p>More of {id}</p>} />,
  )
  await user.keyboard('jge')
  expect(screen.queryByText('More of 1')).toBeNull()
  await user.keyboard('e')
  expect(screen.getByText('More of 1')).toBeDefined()
})
