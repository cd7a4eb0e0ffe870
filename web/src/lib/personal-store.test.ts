import { expect, test } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'
import { createPersonalStore } from './personal-store.ts'

test('without storage a value lasts as long as the page, although the person’s profile is read again', () => {
  const store = createPersonalStore(
    'look',
    () => undefined,
    (text) => text ?? 'light',
  )
  store.setUser('ada')
  store.set('dark')
  store.setUser('ada')
  expect(store.get()).toBe('dark')
  store.setUser('ben')
  expect(store.get()).toBe('light')
})

test('while nobody is signed in nothing is kept', () => {
  const storage = emptyStorage()
  const store = createPersonalStore(
    'look',
    () => storage,
    (text) => text ?? 'light',
  )
  store.set('dark')
  expect([store.get(), storage.length]).toEqual(['light', 0])
})

test('what another tab deletes, alone or with all else, is gone here too', () => {
  const storage = emptyStorage()
  const store = createPersonalStore(
    'look',
    () => storage,
    (text) => (text === null ? 'light' : String(JSON.parse(text))),
  )
  store.setUser('ada')
  const key = 'agency-support:look:ada'
  for (const changed of [key, null]) {
    store.set('dark')
    storage.removeItem(key)
    store.reread('agency-support:look:ben')
    expect(store.get()).toBe('dark')
    store.reread(changed)
    expect(store.get()).toBe('light')
  }
})
