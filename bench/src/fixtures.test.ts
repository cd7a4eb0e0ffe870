import { expect, test } from 'vitest'
import { toFragment } from './fixtures.ts'

test('a fragment occurs in its name and is long enough to be a search', () => {
  for (const name of [
    'Harborlight Insurance',
    'Agencia de Seguros Núñez, Peña y Asociados',
    '東京海上保険代理店東京',
  ]) {
    for (let at = 0; at < 50; at += 1) {
      const fragment = toFragment(name, at)
      expect(name).toContain(fragment)
      expect(Array.from(fragment).length).toBeGreaterThanOrEqual(2)
    }
  }
})
