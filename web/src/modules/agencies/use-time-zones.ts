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

const timeZonesQuery = { ...callQuery(agencies.timeZones, {}), staleTime: Number.POSITIVE_INFINITY }

/** Loads the time zones when an agency is opened, and says so when that fails; stands once on its screen. */
export function useLoadTimeZones(): void {
  const { error } = useQuery(timeZonesQuery)
  useEffect(() => {
    if (error !== null) notify.error(timeZonesMessage(error), { ms: agencyNoticeMs })
  }, [error])
}

/** The time zones; none until they have come. */
export function useTimeZones() {
  return useQuery(timeZonesQuery).data ?? []
}
