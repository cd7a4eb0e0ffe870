import { expect, test } from 'vitest'
import { createSaveQueue, type Press, type Saved } from './save-queue.ts'

const at = new Date('2026-11-20T10:42:07Z')
const press = (permission: number, username = 'ann'): Press => ({ username, permission, on: true })
const refused = (stop: boolean): Saved => ({ kind: 'failed', text: 'No.', stop })

/** A queue whose saves end when the test says so. */
function held() {
  const running: { press: Press; end: (saved: Saved) => Promise<void> }[] = []
  const queue = createSaveQueue(
    (one) =>
      new Promise((resolve) => {
        const end = async (saved: Saved): Promise<void> => {
          resolve(saved)
          await Promise.resolve()
          await Promise.resolve()
        }
        running.push({ press: one, end })
      }),
    () => at,
  )
  const sent = () => running.map((one) => one.press.permission)
  const end = async (index: number, saved: Saved = { kind: 'saved' }) => running[index]?.end(saved)
  return { queue, sent, end }
}

test('[USERMGMT-07] the switches of one user are saved one after another, in the order they were pressed', async () => {
  const { queue, sent, end } = held()
  for (const permission of [1, 2, 4]) queue.press(press(permission))
  expect([sent(), [...queue.of('ann').waiting]]).toEqual([[1], [1, 2, 4]])
  await end(0)
  expect([sent(), [...queue.of('ann').waiting]]).toEqual([
    [1, 2],
    [2, 4],
  ])
  expect(queue.of('ann').last).toEqual({ permission: 1, on: true, at })
  await end(1)
  await end(2)
  expect([sent(), queue.of('ann').waiting.size]).toEqual([[1, 2, 4], 0])
  queue.press(press(5))
  expect(sent()).toEqual([1, 2, 4, 5])
})

test('users do not wait for each other', () => {
  const { queue, sent } = held()
  queue.press(press(1, 'ann'))
  queue.press(press(2, 'bob'))
  expect(sent()).toEqual([1, 2])
})

test('a refusal says why and lets the others go on', async () => {
  const { queue, sent, end } = held()
  queue.press(press(1))
  queue.press(press(2))
  await end(0, refused(false))
  expect(queue.of('ann')).toMatchObject({ problem: 'No.', last: null })
  expect(sent()).toEqual([1, 2])
  await end(1)
  expect(queue.of('ann').problem).toBeNull()
})

test('what was decided on an outdated list is not sent', async () => {
  const { queue, sent, end } = held()
  queue.press(press(1))
  queue.press(press(2))
  await end(0, refused(true))
  expect([sent(), queue.of('ann').waiting.size, queue.of('ann').problem]).toEqual([[1], 0, 'No.'])
  queue.press(press(4))
  expect(sent()).toEqual([1, 4])
})

test('leaving a card forgets what was said, not what waits', async () => {
  const { queue, sent, end } = held()
  queue.press(press(1))
  queue.press(press(2))
  await end(0)
  queue.leave('ann')
  expect(queue.of('ann').last).toBeNull()
  expect([...queue.of('ann').waiting]).toEqual([2])
  expect(sent()).toEqual([1, 2])
})

test('after sign-out nothing more is sent and nothing is remembered', async () => {
  const { queue, sent, end } = held()
  queue.press(press(1))
  queue.press(press(2))
  queue.clear()
  await end(0)
  expect([sent(), queue.of('ann').last, queue.of('ann').waiting.size]).toEqual([[1], null, 0])
})

test('listeners are called at every change until they leave', async () => {
  const { queue, end } = held()
  let calls = 0
  const leave = queue.subscribe(() => (calls += 1))
  queue.press(press(1))
  expect(calls).toBe(1)
  await end(0)
  expect(calls).toBe(2)
  leave()
  queue.press(press(2))
  expect(calls).toBe(2)
})
