// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { CodesCard } from './codes-card.tsx'

test.each([
  [0, '0 of 10 are left.'],
  [1, '1 of 10 is left.'],
  [10, '10 of 10 are left.'],
])('of %i codes it says %j', (left, says) => {
  cleanWhenFinished()
  render(<CodesCard left={left} hasFactor onCodes={() => undefined} />, { wrapper: Queries })
  expect(screen.getByText(says)).toBeDefined()
})
