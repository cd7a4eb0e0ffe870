import { describe, expect, test } from 'vitest'
import { createConfirmStore, isConfirmed, matchesAgencyId } from './confirm-store.ts'

describe('the agency id to type', () => {
  test.each(['6938', '00006938', '6 938', '0000-6938', ' 00006938\n'])('%j is 6938', (typed) => {
    expect(matchesAgencyId(typed, 6938)).toBe(true)
  })

  test.each(['', ' ', 'abc', '69381', '938', '6939', '000006938'])('%j is not 6938', (typed) => {
    expect(matchesAgencyId(typed, 6938)).toBe(false)
  })
})

test('another string must match in every letter and its case; blanks round it do not count', () => {
  const typed = { kind: 'text', text: 'a@b.test', what: 'the email' } as const
  expect(isConfirmed(typed, ' a@b.test ')).toBe(true)
  expect(isConfirmed(typed, 'A@b.test')).toBe(false)
  expect(isConfirmed(typed, '')).toBe(false)
  expect(isConfirmed(undefined, '')).toBe(true)
})

test('it is typed as the page shows it: blanks in a row as one, an invisible character as its mark', () => {
  const names = [
    ['Rate  Pro', 'Rate Pro'],
    ['Rate\u00a0Pro', 'Rate Pro'],
    ['Rate\u202ePro', 'Rate[U+202E]Pro'],
  ]
  for (const [text = '', shown = ''] of names) {
    const typed = { kind: 'text', text, what: 'the product name' } as const
    expect(isConfirmed(typed, shown)).toBe(true)
    expect(isConfirmed(typed, text)).toBe(true)
    expect(isConfirmed(typed, 'RatePro')).toBe(false)
  }
})

test('one question at a time, each with its own answer', async () => {
  const store = createConfirmStore()
  const first = store.ask({ title: 'First?', confirmLabel: 'Delete' })
  const second = store.ask({ title: 'Second?', confirmLabel: 'Delete' })
  expect(store.current()?.title).toBe('First?')
  store.current()?.answer(true)
  expect(store.current()?.title).toBe('Second?')
  store.current()?.answer(false)
  expect(store.current()).toBeNull()
  expect(await Promise.all([first, second])).toEqual([true, false])
})

test('an action that fails rejects and closes', async () => {
  const store = createConfirmStore()
  const asked = store.ask({ title: 'Reset?', confirmLabel: 'Reset' })
  store.current()?.fail(new Error('no'))
  await expect(asked).rejects.toThrow('no')
  expect(store.current()).toBeNull()
})
