import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Work that goes on until the test ends it, and the items that it was begun for. */
function heldWork() {
  const begun: number[] = []
  const held = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const work = (item: number): Promise<string> => {
    begun.push(item)
    return new Promise((resolve, reject) => held.set(item, { resolve, reject }))
  }
  return { begun, work, end: (item: number) => held.get(item)?.resolve(`done ${item}`), held }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once, and the results come in the order of the items', async () => {
  const { begun, work, end } = heldWork()
  const all = inTurns([0, 1, 2], 2, work)
  await turn()
  expect(begun).toEqual([0, 1])
  end(1)
  await turn()
  expect(begun).toEqual([0, 1, 2])
  end(2)
  end(0)
  expect(await all).toEqual(['done 0', 'done 1', 'done 2'])
})

test('after a failure nothing more is begun', async () => {
  const { begun, work, end, held } = heldWork()
  const all = inTurns([0, 1, 2, 3], 2, work)
  await turn()
  held.get(0)?.reject(new Error('refused'))
  await expect(all).rejects.toThrow('refused')
  end(1)
  await turn()
  expect(begun).toEqual([0, 1])
})
