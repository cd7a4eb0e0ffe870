import type { ReactNode } from 'react'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'

interface AnswerProps {
  /** Something was asked: the answer has its room from then on, so that it moves nothing when it comes. */
  asked: boolean
  /** There is no answer yet. */
  waiting: boolean
  children: ReactNode
}

/** The room of an answer of Formstack; what does not fit scrolls in it. */
export function Answer({ asked, waiting, children }: AnswerProps) {
  return (
    <div className={styles.answer} data-asked={asked || undefined}>
      {waiting && <p role="status">{esignatureMessages.asking}</p>}
      {children}
    </div>
  )
}
