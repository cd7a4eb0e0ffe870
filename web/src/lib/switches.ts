import { switches } from '@agency-support/contract/modules/switches'
import { callQuery, queryClient } from './query.ts'

const query = callQuery(switches.featureSwitches, {})

/** True when a feature is on; everything is off while the switches are not known (B-05). */
export function isOn(name: string): boolean {
  const known = queryClient.getQueryData(query.queryKey)
  return known?.some((one) => one.name === name && one.enabled) ?? false
}

/** Loads the switches ahead of the first screen; a failure leaves them off without a word. */
export async function loadSwitches(): Promise<void> {
  await queryClient.prefetchQuery(query)
}
