// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { TablePager } from './table-pager.tsx'

function openPager(page: number) {
  cleanWhenFinished()
  const [onPage, onSize] = [vi.fn(), vi.fn()]
  render(
    <TablePager
      caption="Agencies"
      page={page}
      size={25}
      sizes={[25, 50]}
      rows={60}
      onPage={onPage}
      onSize={onSize}
    />,
  )
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const reason = (name: string) =>
    document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent
  return { onPage, onSize, button, reason }
}

const first = 'This is the first page.'
const last = 'This is the last page.'

test.each([
  [1, [first, first, undefined, undefined]],
  [2, [undefined, undefined, undefined, undefined]],
  [3, [undefined, undefined, last, last]],
])('on page %i of 3 what is disabled says why, and nothing else says anything', (page, reasons) => {
  const { button, reason } = openPager(page)
  const names = ['First', 'Prev', 'Next', 'Last']
  expect(names.map(reason)).toEqual(reasons)
  expect(names.map((name) => button(name).disabled)).toEqual(reasons.map((one) => one !== undefined))
})

test('each button turns to its page, and the select chooses the size', async () => {
  const { onPage, onSize, button } = openPager(2)
  const user = userEvent.setup({ delay: null })
  for (const name of ['First', 'Prev', 'Next', 'Last']) await user.click(button(name))
  expect(onPage.mock.calls).toEqual([[1], [1], [3], [3]])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
  expect(onSize.mock.calls).toEqual([[50]])
})
