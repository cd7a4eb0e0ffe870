import { switches } from '@agency-support/contract/modules/switches'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from './requests/query.ts'

const query = callQuery(switches.featureSwitches, {})

type Known = readonly { name: string; enabled: boolean }[] | undefined
const isOnIn = (known: Known, name: string): boolean =>
  known?.some((one) => one.name === name && one.enabled) ?? false

/** True when a feature is on; all are off until the switches are loaded (B-05). */
export function isOn(name: string): boolean {
  return isOnIn(queryClient.getQueryData(query.queryKey), name)
}

/** The same as a hook, which re-renders when the feature is switched on or off. */
export function useSwitch(name: string, { signedIn = true } = {}): boolean {
  const { data } = useQuery({ ...query, enabled: signedIn })
  return isOnIn(data, name)
}

/** Loads the switches before the first screen; if that fails they silently stay off. */
export async function loadSwitches(): Promise<void> {
  await queryClient.prefetchQuery(query)
}
