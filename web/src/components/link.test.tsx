// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { Link } from './link.tsx'

/** Clicks a link; whether the console opened its address, or left the click to the browser. */
async function click(given: MouseEventInit) {
  const { wrapper, address } = await openPage('/')
  render(<Link href="/journal">Journal</Link>, { wrapper })
  const isLeftToBrowser = fireEvent.click(screen.getByRole('link', { name: 'Journal' }), given)
  await Promise.resolve()
  return [isLeftToBrowser, address()]
}

test('a click opens the address in place', async () => {
  expect(await click({})).toEqual([false, '/journal'])
})

test.each<[string, MouseEventInit]>([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
])('a click with %s is the browser’s', async (_what, given) => {
  expect(await click(given)).toEqual([true, '/'])
})
