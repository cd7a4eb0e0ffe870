// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../../test/mounted.tsx'
import type { LogView } from './log-toolbar.tsx'
import { partAt, partCount, partOfLine } from './log-windows.ts'
import { useLogPlace } from './use-log-place.ts'

const total = 2_500_000
const usual = { follow: false, level: '', text: '', wrap: false } as unknown as LogView
const hits = [{ line: 10 }, { line: 1_200_000 }, { line: 2_400_000 }]

/** A log of so many lines, whose toolbar does what the place asks for. */
function openLog(look: Partial<LogView> = {}, lines = total) {
  const start = { look: { ...usual, ...look }, lines }
  let shown = start
  const { result, rerender } = mountHook(
    (given: typeof start) =>
      useLogPlace({
        totalLines: given.lines,
        look: given.look,
        onLook: (change) => (shown = { ...shown, look: { ...shown.look, ...change } }),
      }),
    start,
  )
  const show = (change: Partial<typeof start>) => rerender((shown = { ...shown, ...change }))
  return {
    place: () => result.current,
    look: () => shown.look,
    /** Does something, and shows the log as the toolbar then asks for it. */
    do(what: (place: typeof result.current) => void) {
      act(() => what(result.current))
      show({})
    },
    grow: (to: number) => show({ lines: to }),
  }
}
const indexOf = (line: number) => line - partAt(partOfLine(line), total).first

test('a log opens at its beginning', () => {
  const log = openLog()
  expect(log.place()).toMatchObject({ line: null, target: null, filteredTarget: null })
  expect(log.place().part).toEqual(partAt(0, total))
})

test('steps go from hit to hit, through the parts, and stay at the ends', () => {
  const log = openLog()
  const step = (by: 1 | -1) => log.do((place) => place.step(hits, by))
  step(1)
  expect(log.place()).toMatchObject({ line: 10, target: { index: indexOf(10), align: 'center' } })
  step(1)
  expect(log.place()).toMatchObject({ line: 1_200_000, target: { index: indexOf(1_200_000) } })
  expect(log.place().part).toEqual(partAt(partOfLine(1_200_000), total))
  step(-1)
  expect(log.place().line).toBe(10)
})

test('the first step goes to the first hit of the part on the screen or after it, a step back before it', () => {
  const log = openLog()
  log.do((place) => place.goToPart(partOfLine(1_200_000)))
  expect(log.place()).toMatchObject({ line: null, target: { index: 0, align: 'center' } })
  log.do((place) => place.step(hits, 1))
  expect(log.place().line).toBe(1_200_000)
  log.do((place) => place.goToPart(partOfLine(1_200_000)))
  log.do((place) => place.step(hits, -1))
  expect(log.place().line).toBe(1_200_000)
})

test('without hits a step goes nowhere', () => {
  const log = openLog({ follow: true })
  const before = log.place()
  log.do((place) => place.step([], 1))
  expect([log.place().line, log.look().follow]).toEqual([before.line, true])
})

test('a log that is followed is at its last line whenever it grows, until somebody goes elsewhere', () => {
  const log = openLog({ follow: true })
  const last = partCount(total) - 1
  expect(log.place().part).toEqual(partAt(last, total))
  expect(log.place().target).toEqual({ index: partAt(last, total).lines - 1, align: 'end' })
  const before = log.place().target
  log.do(() => undefined)
  expect(log.place().target).toBe(before)
  log.grow(total + 5)
  expect(log.place().target).not.toBe(before)
  expect(log.place().target).toMatchObject({ align: 'end' })
  log.do((place) => place.goToLine(7))
  expect(log.look()).toMatchObject({ follow: false, level: '' })
  expect(log.place()).toMatchObject({
    line: 7,
    target: { index: 7 - partAt(0, total).first, align: 'center' },
  })
})

test.each(['step', 'goToPart'] as const)('%s ends following', (how) => {
  const log = openLog({ follow: true })
  log.do((place) => (how === 'step' ? place.step(hits, 1) : place.goToPart(0)))
  expect(log.look().follow).toBe(false)
})

test('under a level a step is to a place among the filtered lines, and without it the line stays in sight', () => {
  const log = openLog({ level: 'error' })
  log.do((place) => place.step(hits, 1))
  log.do((place) => place.step(hits, 1))
  expect(log.place()).toMatchObject({ line: 1_200_000, filteredTarget: { index: 1, align: 'center' } })
  log.do((place) => place.change({ level: '' }))
  expect(log.look().level).toBe('')
  expect(log.place()).toMatchObject({ line: 1_200_000, target: { index: indexOf(1_200_000) } })
  log.do((place) => place.change({ level: 'error' }))
  expect(log.place()).toMatchObject({ line: 1_200_000, target: null })
  log.do((place) => place.goToLine(10))
  log.do((place) => place.change({ wrap: true }))
  expect(log.place()).toMatchObject({ line: 10, target: { index: indexOf(10) } })
})
