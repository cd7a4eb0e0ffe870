import { expect, test } from 'vitest'
import { mayReload } from './stale-build.ts'

test('a page whose code was replaced loads itself anew once, and again only a minute later', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  expect(mayReload(storage, 100_000)).toBe(true)
  expect(mayReload(storage, 100_001)).toBe(false)
  expect(mayReload(storage, 159_999)).toBe(false)
  expect(mayReload(storage, 160_000)).toBe(true)
})
