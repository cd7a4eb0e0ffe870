import { expect, test } from 'vitest'
import { selectKey, type SelectState } from './select-keys.ts'

const labels = ['None', 'Onboarding', 'Online', 'Offboarding', 'Retention', 'Deleting']
const closed: SelectState = { opened: false, active: 2 }
const open = (active: number): SelectState => ({ opened: true, active })

test.each(['Enter', ' ', 'ArrowDown', 'ArrowUp'])('closed, %j opens on the chosen option', (key) => {
  expect(selectKey(closed, key, labels, 2)).toEqual({ kind: 'state', state: open(2) })
})

test.each(['Enter', ' '])('open, %j commits what the arrows rest on', (key) => {
  expect(selectKey(open(4), key, labels, 2)).toEqual({ kind: 'commit', index: 4 })
})

test('arrows stop at both ends', () => {
  expect(selectKey(open(5), 'ArrowDown', labels, 2)).toEqual({ kind: 'state', state: open(5) })
  expect(selectKey(open(0), 'ArrowUp', labels, 2)).toEqual({ kind: 'state', state: open(0) })
  expect(selectKey(open(0), 'End', labels, 2)).toEqual({ kind: 'state', state: open(5) })
})

test('Esc closes and rests on the chosen option again, Tab leaves', () => {
  expect(selectKey(open(5), 'Escape', labels, 2)).toEqual({
    kind: 'state',
    state: { opened: false, active: 2 },
  })
  expect(selectKey(open(5), 'Tab', labels, 2)).toEqual({ kind: 'leave' })
})

test('letters go round the options that start with them', () => {
  expect(selectKey(closed, 'o', labels, 2)).toEqual({ kind: 'state', state: open(3) })
  expect(selectKey(open(3), 'o', labels, 2)).toEqual({ kind: 'state', state: open(1) })
  expect(selectKey(open(3), 'z', labels, 2)).toEqual({ kind: 'none' })
})

test('nothing but Enter and Space commits, open or closed', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape', 'Tab', 'o', 'd', 'F5', 'Shift', 'PageDown']
  const outcomes = keys.flatMap((key) => [
    selectKey(open(1), key, labels, 2),
    selectKey(closed, key, labels, 2),
  ])
  expect(outcomes.filter((outcome) => outcome.kind === 'commit')).toEqual([])
  expect(['Enter', ' '].map((key) => selectKey(closed, key, labels, 2).kind)).toEqual(['state', 'state'])
})
