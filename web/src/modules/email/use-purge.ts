import { email, type Suppression } from '@agency-support/contract/modules/email'
import { asksFirst, purgeSentence, suppressionId } from '@agency-support/contract/rules/email'
import { useState } from 'react'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notify } from '../../components/messages/notify.ts'
import { send } from '../../lib/requests/api.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { emailMessages } from './messages.ts'
import { purgeInBatches, type PurgeOutcome } from './purge-batches.ts'
import { useKnownLists } from './use-suppressions.ts'

/** Progress of a purge. */
export interface PurgeProgress {
  done: number
  all: number
}

/**
 * Purges addresses, asking first if there are many; `onGone` receives the purged ids. `progress` while it runs;
 * `problem` describes the last purge if some addresses were left; it resolves to true if none were.
 */
export function usePurge(onGone: (ids: ReadonlySet<string>) => void) {
  const confirm = useConfirm()
  const known = useKnownLists()
  const [progress, setProgress] = useState<PurgeProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function purge(rows: readonly Suppression[]): Promise<boolean> {
    if (asksFirst(rows.length) && !(await confirm(getQuestion(rows.length)))) return false
    setProblem(null)
    setProgress({ done: 0, all: rows.length })
    const outcome = await purgeInBatches(
      rows,
      (suppressions) => send(email.purge, { suppressions }),
      (done) => setProgress({ done, all: rows.length }),
    )
    const gone = new Set(outcome.results.filter(({ purged }) => purged).map(suppressionId))
    await known.forget(gone)
    if (outcome.isStopped) known.readAgain()
    onGone(gone)
    setProgress(null)
    const sentence = getProblem(outcome)
    setProblem(sentence)
    if (sentence === null) notify.ok(emailMessages.purged)
    else notify.error(outcome.isStopped ? emailMessages.failed : sentence)
    return sentence === null
  }

  return { purge, progress, problem }
}

/** The message after a purge; null if all were purged. */
function getProblem({ results, isStopped }: PurgeOutcome): string | null {
  const purged = results.filter((one) => one.purged).length
  if (isStopped) return emailMessages.stopped(purged, results.length)
  return purged === results.length ? null : purgeSentence(results)
}

function getQuestion(count: number) {
  return {
    title: `Purge ${formatNumber(count)} addresses?`,
    body: 'Mail to them is tried again. An address that has not been corrected will be suppressed again.',
    confirmLabel: 'Purge',
    cancelLabel: 'Keep them',
    danger: true,
  }
}
