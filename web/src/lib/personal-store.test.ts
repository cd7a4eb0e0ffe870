import { expect, test } from 'vitest'
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
