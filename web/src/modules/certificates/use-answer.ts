import { useState } from 'react'

/** What came back: data, or why there is none. */
interface Answer<Data> {
  data?: Data
  problem?: string
}

/** An answer to what stands in the fields; it is gone as soon as they hold something else. */
export function useAnswer<Data>(values: object) {
  const key = JSON.stringify(values)
  const [kept, setKept] = useState<{ key: string; answer: Answer<Data> } | null>(null)
  return {
    answer: kept?.key === key ? kept.answer : null,
    setAnswer: (answer: Answer<Data>) => setKept({ key, answer }),
  }
}
