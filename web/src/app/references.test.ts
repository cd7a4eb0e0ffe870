import { expect, test } from 'vitest'

const sources: Record<string, string> = import.meta.glob(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const references = /(?:aria-labelledby|aria-describedby|aria-controls|htmlFor)="([\w-]+)"/g

test('an element that is named by another one finds it', () => {
  const all = Object.values(sources).join('\n')
  const found = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(references)].map(([, id = '']) => `${file}: ${id}`),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((one) => !all.includes(`id="${one.split(': ')[1] ?? ''}"`))).toEqual([])
})
