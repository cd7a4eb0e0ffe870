import { expect, test } from 'vitest'
import { position } from './place.ts'

const view = { width: 1000, height: 600 }
const box = { width: 200, height: 100 }

test('under its anchor, at its start or in its middle', () => {
  const anchor = { left: 300, top: 100, width: 80, height: 30 }
  expect(position(anchor, box, view, 'start')).toEqual({ left: 300, top: 136 })
  expect(position(anchor, box, view, 'center')).toEqual({ left: 240, top: 136 })
})

test('above it where there is no room below', () => {
  expect(position({ left: 300, top: 550, width: 80, height: 30 }, box, view, 'start').top).toBe(444)
})

test('below it when there is no room either way', () => {
  expect(position({ left: 0, top: 40, width: 80, height: 540 }, box, view, 'start').top).toBe(586)
})

test('inside the window at both sides', () => {
  expect(position({ left: 950, top: 0, width: 40, height: 20 }, box, view, 'start').left).toBe(792)
  expect(position({ left: 0, top: 0, width: 40, height: 20 }, box, view, 'center').left).toBe(8)
})
