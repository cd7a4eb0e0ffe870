import type { Proof, ProofAsked } from '@agency-support/contract/modules/second-factor'
import { createStore } from 'zustand'

/** A step-up question, by which a person confirms who they are. */
export interface StepUpQuestion {
  /** Path of the screen on which the call was made. */
  path: string
  /** What is asked for and why; null if the dialog's title says it all. */
  says: string | null
  asked: ProofAsked
  /** Checks the proof; null if it is accepted, otherwise the sentence to show. */
  judge: (proof: Proof) => Promise<string | null>
}

/** Whether the person has confirmed; a sentence if the question could not be put. */
export type StepUpAnswer = boolean | string

/** A question in the queue; ids are never reused. */
interface Waiting {
  question: StepUpQuestion & { id: number }
  settle: (answer: StepUpAnswer) => void
}

/** Queue of step-up questions: one is shown at a time, and many calls may wait for its answer. */
export function createStepUp() {
  const store = createStore<readonly Waiting[]>()(() => [])
  let lastId = 0
  let shared: Promise<StepUpAnswer> | null = null

  /** True once the person has confirmed; the question waits for those before it. */
  function ask(question: StepUpQuestion): Promise<StepUpAnswer> {
    return new Promise((resolve) => {
      lastId += 1
      const asked = { question: { ...question, id: lastId }, settle: resolve }
      store.setState((waiting) => [...waiting, asked], true)
    })
  }
  return {
    ...store,
    ask,
    /** The same for a question not tied to one call: later callers share the first one's question. */
    askOnce(make: () => Promise<StepUpQuestion>): Promise<StepUpAnswer> {
      shared ??= make()
        .then(ask)
        .finally(() => {
          shared = null
        })
      return shared
    },
    /** Answers the current question. */
    settle(answer: StepUpAnswer): void {
      const [first, ...others] = store.getState()
      store.setState(others, true)
      first?.settle(answer)
    },
    /** The current question; null for none. */
    current: (): Waiting['question'] | null => store.getState()[0]?.question ?? null,
  }
}

export const stepUp = createStepUp()
