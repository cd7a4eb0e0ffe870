// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { useWhenReady } from './use-when-ready.ts'

function Search({ isReady, act: goToRows }: { isReady: boolean; act: () => void }) {
  const enter = useWhenReady(isReady, goToRows)
  return (
    <>
      <input aria-label="Search" onKeyDown={(event) => event.key === 'Enter' && enter()} />
      <button>Elsewhere</button>
    </>
  )
}

/** A search whose rows are still loading; `pressEnter` is pressed in its field. */
function loadingSearch() {
  cleanWhenFinished()
  const goToRows = vi.fn<() => void>()
  const { rerender } = render(<Search isReady={false} act={goToRows} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' })
  field.focus()
  return {
    goToRows,
    field,
    pressEnter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    load: () => act(async () => rerender(<Search isReady act={goToRows} />)),
  }
}

test('Enter waits for the rows, once', async () => {
  const { goToRows, pressEnter, load } = loadingSearch()
  pressEnter()
  expect(goToRows).not.toHaveBeenCalled()
  await load()
  expect(goToRows).toHaveBeenCalledOnce()
  pressEnter()
  expect(goToRows).toHaveBeenCalledTimes(2)
})

test('rows that come without Enter take no focus', async () => {
  const { goToRows, load } = loadingSearch()
  await load()
  expect(goToRows).not.toHaveBeenCalled()
})

test('who types on stays in the field when the rows come', async () => {
  const typing = loadingSearch()
  typing.pressEnter()
  fireEvent.change(typing.field, { target: { value: 'lee' } })
  await typing.load()
  expect(typing.goToRows).not.toHaveBeenCalled()
})

test('who goes elsewhere stays there when the rows come', async () => {
  const leaving = loadingSearch()
  leaving.pressEnter()
  screen.getByRole('button', { name: 'Elsewhere' }).focus()
  await leaving.load()
  expect(leaving.goToRows).not.toHaveBeenCalled()
})
