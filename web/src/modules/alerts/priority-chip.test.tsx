// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { PriorityChip } from './priority-chip.tsx'

test('each priority has three bars, of which as many are full as it is urgent', () => {
  cleanWhenFinished()
  const opacities = [1, 2, 3].map((priority) => {
    const { container } = render(<PriorityChip priority={priority} />)
    return [...container.querySelectorAll('path')].map((bar) => bar.getAttribute('opacity'))
  })
  expect(opacities).toEqual([
    ['1', '0.3', '0.3'],
    ['1', '1', '0.3'],
    ['1', '1', '1'],
  ])
  expect(screen.getByText('High')).toBeDefined()
})
