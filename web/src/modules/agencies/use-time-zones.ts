import { agencies } from '@agency-support/contract/modules/agencies'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { CallFailure, callQuery } from '../../lib/requests/query.ts'
import { agencyMessages } from './messages.ts'

const query = { ...callQuery(agencies.timeZones, {}), staleTime: Number.POSITIVE_INFINITY }

/** A failure with and without an answer have different texts (spec-001 §8). */
export function timeZonesMessage(error: Error): string {
  const isAnswered = error instanceof CallFailure && error.status !== 0
  return isAnswered ? agencyMessages.timeZonesFailed : agencyMessages.timeZonesError
}

/** Why the time zones are missing; null if they are loaded, even if refetching them failed. */
export function missingZonesFailure({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data === undefined ? error : null
}

/** The time zones; empty until loaded. */
export function useTimeZones() {
  return useQuery(query).data ?? []
}

/** Shows a message if the time zones could not be loaded. */
export function useTimeZonesFailure(): void {
  const failure = missingZonesFailure(useQuery(query))
  useEffect(() => {
    if (failure !== null) notifyAgency.error(timeZonesMessage(failure))
  }, [failure])
}
