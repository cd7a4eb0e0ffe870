// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { ChartArea } from './chart-area.tsx'

function showChart() {
  cleanWhenFinished()
  stubResizeObserver()
  onTestFinished(() => void vi.unstubAllGlobals())
  const points = ['May', 'June', 'July'].map((title) => ({ title, values: [] }))
  render(
    <ChartArea
      label="Sign-ins"
      height={200}
      points={points}
      range={[0, 1]}
      formatTick={(title) => title}
      formatValue={String}
    >
      {() => null}
    </ChartArea>,
  )
  const chart = screen.getByRole('application', { name: 'Sign-ins' })
  return {
    /** False if the browser does nothing more with the key. */
    press: (key: string, modifiers = {}) => fireEvent.keyDown(chart, { key, ...modifiers }),
    read: () => screen.getByRole('status').textContent,
  }
}

test('the arrow keys go from point to point', () => {
  const { press, read } = showChart()
  expect(press('End')).toBe(false)
  expect(read()).toContain('July')
  expect(press('ArrowLeft')).toBe(false)
  expect(read()).toContain('June')
  expect(press('Enter')).toBe(true)
})

test.each(['altKey', 'ctrlKey', 'metaKey'])('an arrow with %s is left to the browser', (modifier) => {
  const { press, read } = showChart()
  press('End')
  expect(press('ArrowLeft', { [modifier]: true })).toBe(true)
  expect(read()).toContain('July')
})
