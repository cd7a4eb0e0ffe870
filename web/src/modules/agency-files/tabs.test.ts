// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { summaryTyped } from './tabs.ts'

const lookUp = summaryTyped[0]

test.each(['12345678', '1234 5678', '1234-5678'])('c %s looks client 12345678 up', (rest) => {
  expect(lookUp?.read(rest)).toEqual({
    label: 'Look up client 12345678',
    query: { client: '12345678' },
    focus: expect.stringContaining('"12345678"') as string,
  })
})

test('the focus waits for the result of the client that was asked for', () => {
  const download = (clientId: string) =>
    `<div id="client-lookup"><div data-found="${clientId}"><button>${clientId}</button></div></div>`
  const focused = () => document.querySelector(lookUp?.read('12345678')?.focus ?? '')?.textContent
  document.body.innerHTML = download('87654321')
  expect(focused()).toBeUndefined()
  document.body.innerHTML = download('12345678')
  expect(focused()).toBe('12345678')
})

test.each(['1234567', '123456789', 'lee'])('c %s leads nowhere yet', (rest) => {
  expect(lookUp?.read(rest)).toBeNull()
})
