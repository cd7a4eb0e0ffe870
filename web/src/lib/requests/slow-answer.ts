import { create } from 'zustand'

const slowMs = 10_000

/** How many requests have waited for their answer for more than ten seconds. */
export const useSlowAnswers = create<number>()(() => 0)

const change = (by: 1 | -1): void => useSlowAnswers.setState(useSlowAnswers.getState() + by)

/** Call when a request is sent, and what it returns when the answer begins or there will be none. */
export function awaitAnswer(): () => void {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    change(1)
  }, slowMs)
  return () => {
    clearTimeout(timer)
    if (isSlow) change(-1)
    isSlow = false
  }
}
