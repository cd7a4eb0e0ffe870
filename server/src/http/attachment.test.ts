import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test.each([
  ['error.log', 'attachment; filename="error.log"'],
  ['a "b" 50%.txt', `attachment; filename="a _b_ 50_.txt"; filename*=UTF-8''a%20%22b%22%2050%25.txt`],
  ['Peña (2)*.pdf', `attachment; filename="Pe_a (2)*.pdf"; filename*=UTF-8''Pe%C3%B1a%20%282%29%2A.pdf`],
  [
    "Lee's – list.csv",
    `attachment; filename="Lee's _ list.csv"; filename*=UTF-8''Lee%27s%20%E2%80%93%20list.csv`,
  ],
  [
    'a\r\nset-cookie: b',
    `attachment; filename="a__set-cookie: b"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b`,
  ],
  ['half \ud83d', `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])('%j is saved under its name by every browser', (name, header) => {
  expect(attachment(name)).toBe(header)
})
