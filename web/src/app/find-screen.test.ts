import { expect, test } from 'vitest'
import { findParams, leadsToScreen } from './find-screen.ts'

const screens = [
  { path: '/', signIn: true },
  { path: '/agency-detail/$id', signIn: true },
  { path: '/reports/agency-cancellation', signIn: true },
  { path: '/signin', signIn: false },
]

test.each([
  '/',
  '/?q=smith',
  '/agency-detail/6938',
  '/agency-detail/6938?tab=users',
  '/reports/agency-cancellation',
])('%s opens a screen', (address) => {
  expect(leadsToScreen(address, screens)).toBe(true)
})

test.each([
  '/signin',
  '/nowhere',
  '//',
  '//agency-detail/6938',
  '/agency-detail',
  '/agency-detail/',
  '/agency-detail/1/2',
  '/api/request',
  '/api/openapi.json',
  '/reports',
])('%s opens none that a link may open', (address) => {
  expect(leadsToScreen(address, screens)).toBe(false)
})

test('the read of a screen that is opened is told what the address says', () => {
  expect(findParams('/agency-detail/6938?tab=users', { path: '/agency-detail/$id' })).toEqual({ id: '6938' })
  expect(findParams('/agency-detail/%E0', { path: '/agency-detail/$id' })).toEqual({ id: '%E0' })
  expect(findParams('/journal', { path: '/journal' })).toEqual({})
})
