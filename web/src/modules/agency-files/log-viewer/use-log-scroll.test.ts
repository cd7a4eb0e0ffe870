// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../../test/without-layout.ts'
import { type Target, useLogScroll } from './use-log-scroll.ts'

const boxHeight = 400

// The box has the size that it is given.
stubResizeObserver()

interface Shown {
  count: number
  lineHeight?: number
  target?: Target | null
}

/** A log of so many lines in a box of 400 px. */
function openLog({ lineHeight = 20, ...shown }: Shown) {
  const box = document.createElement('div')
  box.style.lineHeight = `${lineHeight}px`
  document.body.append(box)
  let lines = shown.count
  Object.defineProperties(box, {
    clientHeight: { value: boxHeight },
    clientWidth: { value: 800 },
    scrollHeight: { get: () => lines * lineHeight },
  })
  Object.assign(box, {
    scrollTo({ top }: { top: number }) {
      box.scrollTop = top
      box.dispatchEvent(new Event('scroll'))
    },
  })
  const { result, rerender } = mountHook(
    ({ count, target = null }: Shown) => useLogScroll(count, { wrap: false, target }),
    shown,
  )
  act(() => result.current.setBox(box))
  return {
    show(next: Shown) {
      lines = next.count
      act(() => rerender(next))
    },
    height: () => result.current.height,
    /** Indices of the first and last rendered line. */
    lines: () => [result.current.items.at(0)?.index, result.current.items.at(-1)?.index],
    top: () => box.scrollTop,
  }
}

test('only the lines in sight are rendered, and twenty around them', () => {
  const log = openLog({ count: 1_000 })
  expect([log.height(), log.lines()]).toEqual([20_000, [0, 39]])
  log.show({ count: 30 })
  expect([log.height(), log.lines()]).toEqual([600, [0, 29]])
})

test('lines of larger text are higher, and fewer are in sight', () => {
  const log = openLog({ count: 1_000, lineHeight: 40 })
  expect([log.height(), log.lines()]).toEqual([40_000, [0, 29]])
})

test('a target is scrolled to: a hit into the middle, the end to the end', () => {
  const log = openLog({ count: 1_000, target: { index: 500, align: 'center' } })
  expect(log.top()).toBe(500 * 20 - (boxHeight - 20) / 2)
  expect(log.lines()[0]).toBeGreaterThan(460)
  log.show({ count: 1_000, target: { index: 999, align: 'end' } })
  expect(log.top()).toBe(20_000 - boxHeight)
  expect(log.lines()[1]).toBe(999)
  log.show({ count: 1_000, target: { index: 0, align: 'center' } })
  expect(log.top()).toBe(0)
})

test('the same target is scrolled to once, and a line that there is not never', () => {
  const target: Target = { index: 500, align: 'end' }
  const log = openLog({ count: 1_000, target })
  const top = log.top()
  log.show({ count: 1_001, target })
  expect(log.top()).toBe(top)
  log.show({ count: 1_001, target: { index: 1_001, align: 'end' } })
  expect(log.top()).toBe(top)
  log.show({ count: 1_001, target: { index: -1, align: 'end' } })
  expect(log.top()).toBe(top)
  log.show({ count: 1_001, target: { ...target, index: 501 } })
  expect(log.top()).toBe(top + 20)
})
