import { createListeners } from './listeners.ts'

/** The one question who is acting; many calls may wait for its answer. */
export function createStepUp() {
  let asking: Promise<boolean> | null = null
  let answer: (confirmed: boolean) => void = () => undefined
  const { subscribe, tell } = createListeners()
  return {
    /** True once the person has confirmed who they are; a second asker joins the first. */
    ask(): Promise<boolean> {
      if (asking !== null) return asking
      asking = new Promise((resolve) => {
        answer = resolve
      })
      tell()
      return asking
    },
    /** Answers all who ask. */
    settle(confirmed: boolean): void {
      asking = null
      answer(confirmed)
      tell()
    },
    isAsked: (): boolean => asking !== null,
    subscribe,
  }
}

export const stepUp = createStepUp()
