import { SwitchName } from '@agency-support/contract/modules/switches'
import { useMemo } from 'react'
import { useClientConfig, useHelpCentre } from '../lib/environment.ts'
import { mayUseConsole, useProfile } from '../lib/profile.ts'
import { useSwitch } from '../lib/switches.ts'
import type { NavEntry } from './nav.ts'
import { nav5x } from './nav-5x.ts'
import { nav6x } from './nav-6x.ts'

/** The drawer's entries, in the layout selected by the feature switch. */
export function useEntries(): readonly NavEntry[] {
  const helpCentreUrl = useHelpCentre() ?? ''
  const statusSiteUrl = useClientConfig()?.statusSiteUrl ?? ''
  const is6x = useSwitch(SwitchName.use6xNavigation, { signedIn: mayUseConsole(useProfile()) })
  return useMemo(() => {
    const outside = { helpCentreUrl, statusSiteUrl }
    return is6x ? nav6x(outside) : nav5x(outside)
  }, [helpCentreUrl, statusSiteUrl, is6x])
}
