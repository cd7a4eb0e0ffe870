import { vi } from 'vitest'

/** What the page does after this time, which here passes only when the test calls it: a slow machine adds no turns. */
export function holdTurns(after: number): (() => void)[] {
  const turns: (() => void)[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((turn: () => void, ms?: number) =>
    ms === after ? turns.push(turn) : setTimeout(turn, ms)) as typeof setTimeout)
  return turns
}
