import { expect, test } from 'vitest'
import { screenName } from './screen-name.ts'

test.each([
  ['[qa] 00006938 Smith Insurance · Config – Agency Support', '00006938 Smith Insurance · Config'],
  ['Agencies – Agency Support', 'Agencies'],
  ['[local] [draft] Lee – Agency Support – Agency Support', '[draft] Lee – Agency Support'],
])('%s is called %s', (title, name) => {
  expect(screenName(title)).toBe(name)
})
