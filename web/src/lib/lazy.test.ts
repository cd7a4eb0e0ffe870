import { expect, test } from 'vitest'
import { lazyCode } from './lazy.tsx'

test('code is fetched once and is there from then on; a fetch that failed is made anew', async () => {
  let fetched = 0
  const code = lazyCode(async () => {
    fetched += 1
    if (fetched === 1) throw new Error('offline')
    return Promise.resolve(`code ${fetched}`)
  })
  expect(code.now()).toBeUndefined()
  await expect(code.fetch()).rejects.toThrow('offline')
  expect(code.now()).toBeUndefined()
  expect(await code.fetch()).toBe('code 2')
  expect(await code.fetch()).toBe('code 2')
  expect(code.now()).toBe('code 2')
})

test('two fetches at once load it once, and both get the same code', async () => {
  let loaded = 0
  const code = lazyCode(() => Promise.resolve({ number: (loaded += 1) }))
  const [first, second] = await Promise.all([code.fetch(), code.fetch()])
  expect(second).toBe(first)
  expect(code.now()).toBe(first)
  expect(loaded).toBe(1)
})
