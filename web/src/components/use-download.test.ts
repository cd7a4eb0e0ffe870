// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountHook } from '../../test/mounted.tsx'
import { onUnshownFailure } from '../lib/requests/unshown-failure.ts'
import { useDownload } from './use-download.ts'

/** A download under way, and what is reported in messages. */
function startDownload() {
  const reported = vi.fn<(sentence: string) => void>()
  onUnshownFailure(reported)
  onTestFinished(() => onUnshownFailure(() => undefined))
  const { result, unmount } = mountHook(() => useDownload('sync.log'))
  let answer = Promise.withResolvers<string | null>()
  let ended = Promise.resolve()
  const again = (): void => {
    answer = Promise.withResolvers()
    act(() => void (ended = result.current.start(() => answer.promise)))
    expect(result.current.progress).toEqual({ kind: 'busy' })
  }
  again()
  return {
    again,
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    progress: () => result.current.progress,
    leave: unmount,
    end: (why: string | null) =>
      act(async () => {
        answer.resolve(why)
        await ended
      }),
    reported,
  }
}

test('a download that fails says why where it was begun', async () => {
  const { end, progress, reported } = startDownload()
  await end('Bad Gateway')
  expect(progress()).toEqual({ kind: 'failed', why: 'Bad Gateway' })
  expect(reported).not.toHaveBeenCalled()
})

test('one that succeeds shows it for two seconds, and the next one no longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { again, end, pass, progress } = startDownload()
  await end(null)
  pass(1_999)
  expect(progress()).toEqual({ kind: 'done' })
  pass(1)
  expect(progress()).toEqual({ kind: 'idle' })
  again()
  await end(null)
  expect(progress()).toEqual({ kind: 'done' })
  again()
  pass(2_000)
  expect(progress()).toEqual({ kind: 'busy' })
})

test('one that fails after its button is gone says so in a message', async () => {
  const { leave, end, reported } = startDownload()
  leave()
  await end('Bad Gateway')
  expect(reported.mock.calls).toEqual([['download of sync.log (Bad Gateway)']])
})

test('one that succeeds after its button is gone says nothing', async () => {
  const { leave, end, reported } = startDownload()
  leave()
  await end(null)
  expect(reported).not.toHaveBeenCalled()
})
