// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { SeatTokens } from './seat-tokens.tsx'

const token = (winUserName: string, minute: number) => ({
  created: `2026-11-19T10:0${minute}:00.000Z`,
  expiration: '2026-11-26T10:00:00.000Z',
  hostName: 'TERMINAL-1',
  source: 'Desktop',
  winUserName,
})

test('[SEATS-TAB-03] two tokens of one second, computer and source stay two when a newer one comes', () => {
  cleanWhenFinished()
  const shown = () => screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent)
  const two = [token('ann', 1), token('bob', 1)]
  const { rerender } = render(<SeatTokens tokens={two} />)
  expect(shown()).toEqual(['Windows user', 'ann', 'bob'])
  rerender(<SeatTokens tokens={[token('cy', 2), ...two]} />)
  expect(shown()).toEqual(['Windows user', 'cy', 'ann', 'bob'])
  rerender(<SeatTokens tokens={[token('cy', 2)]} />)
  expect(shown()).toEqual(['Windows user', 'cy'])
})
