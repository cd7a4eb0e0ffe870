import { agencies } from '@agency-support/contract/modules/agencies'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '../../components/notify.ts'
import { CallFailure, callQuery } from '../../lib/query.ts'
import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { agencyMessages } from './messages.ts'

const query = { ...callQuery(agencies.timeZones, {}), staleTime: Number.POSITIVE_INFINITY }

/** An answered failure and one without an answer say different things (spec-001 §8). */
export function timeZonesMessage(error: Error): string {
  const answered = error instanceof CallFailure && error.status !== 0
  return answered ? agencyMessages.timeZonesFailed : agencyMessages.timeZonesError
}

/** Why there are no time zones; null where they are there, whatever came of asking again. */
export function missingZonesFailure({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data === undefined ? error : null
}

/** The time zones; none while they are not known. */
export function useTimeZones() {
  return useQuery(query).data ?? []
}

/** Tells that the time zones could not be loaded, where they are missing. */
export function useTimeZonesFailure(): void {
  const failure = missingZonesFailure(useQuery(query))
  useEffect(() => {
    if (failure !== null) notify.error(timeZonesMessage(failure), { ms: agencyNoticeMs })
  }, [failure])
}
