import { expect, test } from 'vitest'
import { type Held, heldTable, hold, isFine, putMeasured } from './held.ts'

const held = (value: number, given: Partial<Held> = {}): Held => ({
  work: 'config, 16 at once',
  what: 'throughput ÷ limit',
  value,
  bound: 0.75,
  is: 'at least',
  note: '',
  ...given,
})

test('a bound itself holds, whichever way it goes', () => {
  expect([0.75, 0.74].map((value) => isFine(held(value)))).toEqual([true, false])
  expect([0.75, 0.76].map((value) => isFine(held(value, { is: 'at most' })))).toEqual([true, false])
})

test('what is below is measured once more with twice the turns, and that counts', async () => {
  const times: number[] = []
  const measured = (first: number, second: number) => ({
    name: 'config',
    measure: (turns: 1 | 2): Promise<Held[]> => {
      times.push(turns)
      return Promise.resolve([held(turns === 1 ? first : second)])
    },
  })
  const said: string[] = []
  const all = await hold([measured(0.8, 0), measured(0.7, 0.76), measured(0.7, 0.5)], (line) =>
    said.push(line),
  )
  expect(times).toEqual([1, 1, 2, 1, 2])
  expect(all.map(isFine)).toEqual([true, true, false])
  expect(said.filter((line) => !line.startsWith('config is below'))).toEqual([
    'pass  config, 16 at once: throughput ÷ limit 0.80 (at least 0.75)',
    'pass  config, 16 at once: throughput ÷ limit 0.76 (at least 0.75)',
    'FAIL  config, 16 at once: throughput ÷ limit 0.50 (at least 0.75)',
  ])
})

test('what cannot be measured is below, and the rest is measured', async () => {
  const broken = {
    name: 'export',
    measure: () => Promise.reject(new Error('It was answered 503.\nTry again.')),
  }
  const fine = { name: 'config', measure: () => Promise.resolve([held(1)]) }
  const all = await hold([broken, fine], () => undefined)
  expect(all.map(({ work, note }) => [work, note])).toEqual([
    ['export', 'It was answered 503. Try again.'],
    ['config, 16 at once', ''],
  ])
  expect(all.map(isFine)).toEqual([false, true])
})

test('the table replaces the one before it in the page and nothing else', () => {
  const page = (measured: string) =>
    `# Performance\n\n<!-- measured: begin -->\n\n${measured}\n\n<!-- measured: end -->\n\nThe end.\n`
  const table = heldTable([held(0.5, { note: 'limit ± 3 %' })])
  expect(table.split('\n').at(-1)).toBe(
    '| config, 16 at once | throughput ÷ limit | 0.50 | at least 0.75 | **no** | limit ± 3 % |',
  )
  expect(putMeasured(page('old'), table)).toBe(page(table))
  expect(() => putMeasured('# Performance', table)).toThrow('no place')
})
