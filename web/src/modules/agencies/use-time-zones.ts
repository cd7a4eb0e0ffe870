import { agencies } from '@agency-support/contract/modules/agencies'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '../../kit/notify.ts'
import { CallFailure, callQuery } from '../../lib/query.ts'
import { agencyNoticeMs } from '../../lib/agency-tab.ts'
import { agencyMessages } from './messages.ts'

/** An answered failure and one without an answer say different things (001 §8). */
export function timeZonesMessage(error: Error): string {
  const answered = error instanceof CallFailure && error.status !== 0
  return answered ? agencyMessages.timeZonesFailed : agencyMessages.timeZonesError
}

/** The time zones, loaded when an agency is opened. */
export function useTimeZones() {
  const query = useQuery({ ...callQuery(agencies.timeZones, {}), staleTime: Number.POSITIVE_INFINITY })
  const { error } = query
  useEffect(() => {
    if (error !== null) notify.error(timeZonesMessage(error), { ms: agencyNoticeMs })
  }, [error])
  return query.data ?? []
}
