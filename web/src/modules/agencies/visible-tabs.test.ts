import { expect, test } from 'vitest'
import { visibleTabs } from './visible-tabs.ts'

const names = ['files', 'config', 'users', 'seatmanagement', 'marketplace', 'history']
const tabs = names.map((name, index) => ({
  index,
  name,
  label: name,
  notForOnline: false,
  page: () => Promise.reject(new Error('never opened here')),
}))

test('[AG-DETAIL-06] opened from the back office, every tab but Seat Management is hidden', () => {
  expect(visibleTabs(tabs, true).map(({ name }) => name)).toEqual(['seatmanagement'])
  expect(visibleTabs(tabs, false)).toEqual(tabs)
})
