import { SwitchName } from '@agency-support/contract/modules/switches'
import { isOn, useSwitch } from '../../lib/switches.ts'
import { useVersionChoices, type VersionChoices, versionChoices } from '../../agency/version-choice.ts'
import { framePaths } from '../frames/paths.ts'
import { agencyPaths } from './paths.ts'

/** What determines where an agency opens. */
export type Opened = { agencyId: number; isCloud: boolean }

/**
 * Where an agency opens: one on the newer version opens the 6.x placeholder while that navigation is on (spec-000
 * §2), unless the person chose today to skip it (ux §3.5).
 */
export function agencyTarget(
  { agencyId, isCloud }: Opened,
  given: { is6x: boolean; choices: VersionChoices },
): string {
  if (!isCloud || !given.is6x) return agencyPaths.detail(agencyId)
  const choice = given.choices[agencyId]
  if (choice === undefined) return framePaths.warning(agencyId)
  return choice === 'newer' ? framePaths.agency(agencyId) : agencyPaths.detail(agencyId)
}

/** Where an agency opens now. */
export function targetNow(agency: Opened): string {
  return agencyTarget(agency, { is6x: isOn(SwitchName.use6xNavigation), choices: versionChoices.get() })
}

/** The same for links, re-rendering when the feature or the choice changes. */
export function useAgencyTarget(): (agency: Opened) => string {
  const is6x = useSwitch(SwitchName.use6xNavigation)
  const choices = useVersionChoices()
  return (agency) => agencyTarget(agency, { is6x, choices })
}
