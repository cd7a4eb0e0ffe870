// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { BatchBar } from './table-toolbar.tsx'

const filtered = ['1', '2', '3'] as const

function Bar({ from, stays }: { from: readonly string[]; stays: boolean }) {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set(from))
  return <BatchBar selection={{ selected, onChange, stays, actions: null }} filtered={filtered} />
}

function openBar(from: readonly string[], stays = false) {
  cleanWhenFinished()
  render(<Bar from={from} stays={stays} />)
  return {
    user: userEvent.setup({ delay: null }),
    said: () => screen.queryByRole('toolbar')?.querySelector('output')?.textContent,
    buttons: () => screen.queryAllByRole('button').map(({ textContent }) => textContent),
  }
}

test('while some rows are selected all that pass the filter can be, and then nothing more', async () => {
  const { user, said, buttons } = openBar(['2'])
  expect([said(), buttons()]).toEqual(['1 selected', ['Clear', 'Select all 3 filtered']])
  await user.click(screen.getByRole('button', { name: 'Select all 3 filtered' }))
  expect([said(), buttons()]).toEqual(['3 selected', ['Clear']])
})

test.each([
  ['goes with the last selected row', false, undefined],
  ['that stays says that none is selected', true, 'None selected'],
])('a bar %s', async (_what, stays, said) => {
  const bar = openBar(['2'], stays)
  await bar.user.click(screen.getByRole('button', { name: 'Clear' }))
  expect([bar.said(), bar.buttons()]).toEqual([said, []])
})
