import { expect, test, vi } from 'vitest'
import { mayReload, reloadWhenStale } from './stale-build.ts'

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

test('code that is missing while there is no network loads nothing anew: what is typed stays', () => {
  const page = Object.assign(new EventTarget(), {
    navigator: { onLine: false },
    sessionStorage: { getItem: () => null, setItem: () => undefined },
    location: { reload: vi.fn<() => void>() },
  })
  reloadWhenStale(page as unknown as Window)
  const missing = (): Event => new Event('vite:preloadError', { cancelable: true })
  expect(page.dispatchEvent(missing())).toBe(true)
  expect(page.location.reload).not.toHaveBeenCalled()
  page.navigator.onLine = true
  expect(page.dispatchEvent(missing())).toBe(false)
  expect(page.location.reload).toHaveBeenCalledOnce()
})
