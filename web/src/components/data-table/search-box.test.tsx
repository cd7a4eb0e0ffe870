// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { SearchBox } from './search-box.tsx'

function showBox(text = 'lee') {
  cleanWhenFinished()
  const [onChange, onLeave] = [vi.fn(), vi.fn()]
  render(<SearchBox label="Search" text={text} onChange={onChange} onLeave={onLeave} field={createRef()} />)
  const press = (key: string, isComposing: boolean) =>
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Search' }), { key, isComposing })
  return { press, done: () => [onChange.mock.calls, onLeave.mock.calls.length] }
}

test('the arrow goes to the rows, Escape clears', () => {
  const { press, done } = showBox()
  press('ArrowDown', false)
  press('Escape', false)
  expect(done()).toEqual([[['']], 1])
})

test('keys that choose among the words of an input method are left to it', () => {
  const { press, done } = showBox()
  press('ArrowDown', true)
  press('Escape', true)
  expect(done()).toEqual([[], 0])
})

test('Escape in an empty field is left to the dialog around it', () => {
  const { press, done } = showBox('')
  expect([press('Escape', false), done()]).toEqual([true, [[], 0]])
})

test('the focus that it takes when the screen opens leaves the page where Back has scrolled it', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  cleanWhenFinished()
  render(
    <SearchBox
      label="Search"
      text=""
      autoFocus
      onChange={vi.fn()}
      onLeave={vi.fn()}
      field={createRef<HTMLInputElement>()}
    />,
  )
  expect([document.activeElement?.tagName, focus.mock.calls]).toEqual(['INPUT', [[{ preventScroll: true }]]])
})
