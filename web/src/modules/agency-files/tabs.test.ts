import { expect, test } from 'vitest'
import { summaryTyped } from './tabs.ts'

const lookUp = summaryTyped[0]

test.each(['12345678', '1234 5678', '1234-5678'])('c %s looks client 12345678 up', (rest) => {
  expect(lookUp?.read(rest)).toEqual({ label: 'Look up client 12345678', query: { client: '12345678' } })
})

test.each(['1234567', '123456789', 'lee'])('c %s leads nowhere yet', (rest) => {
  expect(lookUp?.read(rest)).toBeNull()
})
