import { allCalls } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { screens } from './src/app/screens.ts'
import config from './vite.config.ts'

/** As Vite does it: a key is the beginning of an address. */
const isPassedOn = (address: string): boolean =>
  Object.keys(config.server?.proxy ?? {}).some((key) => address.startsWith(key))

test('the development server passes calls on, and no screen', () => {
  const paths = [...allCalls.map(({ at }) => at.path), '/health/live', '/health/ready']
  expect(paths.filter((path) => !isPassedOn(path))).toEqual([])
  expect(screens.map(({ path }) => path).filter(isPassedOn)).toEqual([])
})
