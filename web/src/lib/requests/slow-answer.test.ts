import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { get } from './http.ts'
import { useSlowAnswers } from './slow-answer.ts'

/** A server that answers when it is told to, and the timers of ten seconds that are started meanwhile. */
async function slowServer() {
  const held = Promise.withResolvers<void>()
  const asked = await answeringServer((_asked, response) => void held.promise.then(() => json(response, {})))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const passTenSeconds = (): void => {
    for (const [turn, ms] of timers.mock.calls) if (ms === 10_000) turn()
  }
  return { asked, answer: held.resolve, passTenSeconds }
}

test('a request counts as slow from ten seconds on, until its answer begins', async () => {
  const { asked, answer, passTenSeconds } = await slowServer()
  const both = [get('/one'), get('/two')]
  await vi.waitFor(() => expect(asked).toHaveLength(2), 30_000)
  expect(useSlowAnswers.getState()).toBe(0)
  passTenSeconds()
  expect(useSlowAnswers.getState()).toBe(2)
  answer()
  await Promise.all(both)
  expect(useSlowAnswers.getState()).toBe(0)
})

test('a request that is given up is no longer waited for', async () => {
  const { asked, passTenSeconds } = await slowServer()
  const leaving = new AbortController()
  const left = get('/left', { signal: leaving.signal })
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  passTenSeconds()
  expect(useSlowAnswers.getState()).toBe(1)
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  expect(useSlowAnswers.getState()).toBe(0)
})
