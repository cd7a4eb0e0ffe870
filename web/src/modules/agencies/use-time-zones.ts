import { agencies } from '@agency-support/contract/modules/agencies'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '../../kit/notify.ts'
import { CallFailure, callQuery } from '../../lib/query.ts'
import { agencyMessages, agencyNoticeMs } from './messages.ts'

/** The time zones, loaded when an agency is opened; an answered failure and a thrown one say different things. */
export function useTimeZones() {
  const query = useQuery({ ...callQuery(agencies.timeZones, {}), staleTime: Number.POSITIVE_INFINITY })
  const { error } = query
  useEffect(() => {
    if (error === null) return
    const answered = error instanceof CallFailure && error.status !== 0
    notify.error(answered ? agencyMessages.timeZonesFailed : agencyMessages.timeZonesError, {
      ms: agencyNoticeMs,
    })
  }, [error])
  return query.data ?? []
}
