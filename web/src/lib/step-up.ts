import type { Proof, ProofAsked } from '@agency-support/contract/modules/second-factor'
import { createStore } from 'zustand'

/** A question who is acting. */
export interface StepUpQuestion {
  /** Why it is asked. */
  says: string
  asked: ProofAsked
  /** Has what was given judged; null when it is settled, else the sentence to show. */
  judge: (proof: Proof) => Promise<string | null>
}

/** A question that was put; each has another number. */
interface Waiting {
  question: StepUpQuestion & { id: number }
  settle: (confirmed: boolean) => void
}

/** The questions who is acting: one stands at a time, and many calls may wait for its answer. */
export function createStepUp() {
  const store = createStore<readonly Waiting[]>()(() => [])
  let lastId = 0
  let shared: Promise<boolean> | null = null

  /** True once the person has confirmed; the question waits until those before it are answered. */
  function ask(question: StepUpQuestion): Promise<boolean> {
    return new Promise((resolve) => {
      lastId += 1
      const asked = { question: { ...question, id: lastId }, settle: resolve }
      store.setState((waiting) => [...waiting, asked], true)
    })
  }
  return {
    ...store,
    ask,
    /** The same with a question that is not about one call: a second asker joins the first. */
    askOnce(make: () => Promise<StepUpQuestion>): Promise<boolean> {
      shared ??= make()
        .then(ask)
        .finally(() => {
          shared = null
        })
      return shared
    },
    /** Answers the question that stands. */
    settle(confirmed: boolean): void {
      const [first, ...others] = store.getState()
      store.setState(others, true)
      first?.settle(confirmed)
    },
    /** The question that stands; null for none. */
    current: (): Waiting['question'] | null => store.getState()[0]?.question ?? null,
  }
}

export const stepUp = createStepUp()
