import { expect, test, vi } from 'vitest'
import { createPreferences, defaultPreferences, lookKey, parsePreferences } from './preferences.ts'

function box() {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

test.each([null, '', 'no json', '7', '[]', '{"theme":"pink","density":7,"tables":[]}'])(
  'stored text %s gives the defaults',
  (text) => {
    expect(parsePreferences(text)).toEqual(defaultPreferences)
  },
)

test('values of a wrong kind are dropped one by one', () => {
  const text = JSON.stringify({
    theme: 'dark',
    shortcuts: false,
    tables: { agencies: { size: 'many', hidden: ['name', 3], widths: { name: 300, id: -1, version: '9' } } },
    drawer: 'shut',
    groups: { Alerts: true, Reports: false, Features: 'open' },
  })
  expect(parsePreferences(text)).toEqual({
    theme: 'dark',
    density: 'default',
    shortcuts: false,
    tables: { agencies: { hidden: ['name'], widths: { name: 300 } } },
    drawer: null,
    groups: { Alerts: true, Reports: false },
  })
})

test('each person has their own, and the look of the last one stays for the first paint', () => {
  const storage = box()
  const one = createPreferences(() => storage)
  one.setUser('ann')
  one.set({ theme: 'dark' })
  one.setTable('agencies', { size: 100 })
  one.setTable('agencies', { hidden: ['version'] })
  one.set({ drawer: 'rail', groups: { Alerts: true } })
  one.setUser('bob')
  expect(one.get()).toEqual({ ...defaultPreferences, theme: 'dark' })
  one.set({ theme: 'light' })

  const later = createPreferences(() => storage)
  expect(later.get().theme).toBe('light')
  later.setUser('ann')
  expect(later.get()).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    tables: { agencies: { size: 100, hidden: ['version'] } },
    drawer: 'rail',
    groups: { Alerts: true },
  })
})

test('clear leaves nothing of the person behind', () => {
  const storage = box()
  const one = createPreferences(() => storage)
  one.setUser('ann')
  one.set({ density: 'compact' })
  const seen = vi.fn()
  one.subscribe(seen)
  one.clear()
  expect(seen).toHaveBeenCalledOnce()
  expect(one.get()).toEqual(defaultPreferences)
  expect([...storage.held.keys()].filter((key) => key !== lookKey)).toEqual([])
  expect(storage.held.has(lookKey)).toBe(false)
})

test('storage that refuses is no failure', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  const one = createPreferences(() => ({ getItem: refuse, setItem: refuse, removeItem: refuse }))
  one.setUser('ann')
  one.set({ density: 'compact' })
  expect(one.get().density).toBe('compact')
  one.clear()
  expect(one.get().density).toBe('default')
})
