import { agencies } from '@agency-support/contract/modules/agencies'
import { useEffect, useEffectEvent } from 'react'
import { usePrefetch } from '../../components/link.tsx'
import { beginRead } from '../../lib/requests/query.ts'
import type { Entry } from './entry.ts'
import type { Question } from './question.ts'

/**
 * Prefetches the agency that Enter would open: immediately for a whole id, otherwise with the delay of a hovered
 * link. Not before anything is typed, because the first row is then arbitrary.
 */
export function usePrefetchedAgency(
  marked: Entry | undefined,
  { text, agencyId, isWholeId }: Question,
): void {
  const wholeId = isWholeId && marked?.agencyId === agencyId ? agencyId : undefined
  const go = text !== '' && marked?.agencyId !== undefined ? marked.go : undefined
  const href = go?.to === 'address' ? go.href : null
  const { onEnter, onLeave } = usePrefetch(href)
  const enter = useEffectEvent(onEnter)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (wholeId !== undefined) void beginRead(agencies.config, { agencyId: wholeId })
  }, [wholeId])
  useEffect(() => {
    if (href === null) return
    enter()
    return () => leave()
  }, [href])
}
