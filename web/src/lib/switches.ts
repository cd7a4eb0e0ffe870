import { switches } from '@agency-support/contract/modules/switches'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from './query.ts'

const query = callQuery(switches.featureSwitches, {})

type Known = readonly { name: string; enabled: boolean }[] | undefined
const isOnIn = (known: Known, name: string): boolean =>
  known?.some((one) => one.name === name && one.enabled) ?? false

/** True when a feature is on; everything is off while the switches are not known (B-05). */
export function isOn(name: string): boolean {
  return isOnIn(queryClient.getQueryData(query.queryKey), name)
}

/** The same for a screen, which follows when somebody turns the feature on or off. */
export function useSwitch(name: string, signedIn: boolean): boolean {
  const { data } = useQuery({ ...query, enabled: signedIn })
  return isOnIn(data, name)
}

/** Loads the switches ahead of the first screen; a failure leaves them off without a word. */
export async function loadSwitches(): Promise<void> {
  await queryClient.prefetchQuery(query)
}
