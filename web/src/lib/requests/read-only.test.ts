import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { get } from './http.ts'
import { readOnly, useReadOnly } from './read-only.ts'

afterEach(() => readOnly.note(new Headers()))

test('each answer of the server tells whether changes can be saved, whatever its status', async () => {
  const changes: boolean[] = []
  const end = useReadOnly.subscribe((isOn) => changes.push(isOn))
  const answers = [
    [200, false],
    [503, true],
    [200, true],
    [403, true],
    [200, false],
    [200, false],
  ] as const
  const left = [...answers]
  await answeringServer((_asked, response) => {
    const [status, refused] = left.shift() ?? [500, false]
    if (refused) response.setHeader('x-read-only', '1')
    json(response, { message: '' }, status)
  })
  const seen: boolean[] = []
  for (const _answer of answers) {
    await get('/api/request')
    seen.push(useReadOnly.getState())
  }
  end()
  expect(seen).toEqual(answers.map(([, refused]) => refused))
  expect(changes).toEqual([true, false])
})

test('while they cannot, the server is asked again every ten seconds, until they can', async () => {
  vi.useFakeTimers()
  const refusing = new Response(null, { headers: { 'x-read-only': '1' } })
  const ask = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('nobody there'))
    .mockResolvedValueOnce(new Response(null, { status: 502 }))
    .mockResolvedValueOnce(refusing)
    .mockResolvedValueOnce(new Response())
  onTestFinished(() => {
    vi.useRealTimers()
    ask.mockRestore()
  })
  readOnly.note(refusing.headers)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ask).not.toHaveBeenCalled()
  for (const [times, still] of [
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ] as const) {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ask).toHaveBeenCalledTimes(times)
    expect(useReadOnly.getState()).toBe(still)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask.mock.calls).toEqual([1, 2, 3, 4].map(() => ['/health/live', { cache: 'no-store' }]))
})
