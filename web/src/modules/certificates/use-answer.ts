import { useState } from 'react'

/** The result: data, or why there is none. */
interface Answer<Data> {
  data?: Data
  problem?: string
}

/** The answer for the current field values; dropped when they change. */
export function useAnswer<Data>(values: object) {
  const key = JSON.stringify(values)
  const [kept, setKept] = useState<{ key: string; answer: Answer<Data> } | null>(null)
  return {
    answer: kept?.key === key ? kept.answer : null,
    setAnswer: (answer: Answer<Data>) => setKept({ key, answer }),
  }
}
