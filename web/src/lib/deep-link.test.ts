import { expect, test } from 'vitest'
import { destinationPath, parseDeepLink } from './deep-link.ts'

test('[SHELL-13] src=bo gives source, destination and tab; the tab in lower case', () => {
  expect(parseDeepLink('?src=bo&dest=/agency-detail/6938&tab=SeatManagement')).toEqual({
    source: 'bo',
    destination: '/agency-detail/6938',
    tab: 'seatmanagement',
  })
})

test.each(['', '?dest=/agency-detail/6938', '?src=elsewhere&dest=/', '?SRC=bo'])(
  '%j is no deep link',
  (search) => {
    expect(parseDeepLink(search)).toBeUndefined()
  },
)

test.each(['?src=bo', '?src=bo&dest='])(
  "[SHELL-14] without dest the recorded destination is 'as': %s",
  (search) => {
    expect(parseDeepLink(search)).toEqual({ source: 'bo', destination: 'as', tab: '' })
  },
)

test.each([
  ['as', '/'],
  ['', '/'],
  ['/agency-detail/6938', '/agency-detail/6938'],
  ['/agency-detail/6938?tab=users', '/agency-detail/6938?tab=users'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  ['///elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['agency-detail/6938', '/'],
])('the destination %j leads to %s', (destination, path) => {
  expect(destinationPath(destination)).toBe(path)
})
