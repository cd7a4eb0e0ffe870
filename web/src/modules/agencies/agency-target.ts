import { SwitchName } from '@agency-support/contract/modules/switches'
import { isOn, useSwitch } from '../../lib/switches.ts'
import { useVersionChoices, type VersionChoices, versionChoices } from '../../agency/version-choice.ts'
import { framePaths } from '../frames/paths.ts'
import { agencyPaths } from './paths.ts'

/** What decides where an agency opens. */
export type Opened = { agencyId: number; isCloud: boolean }

/**
 * Where an agency opens: one on the newer version stops at the 6.x placeholder while that navigation is on (spec-000 §2),
 * unless the person has asked today to be spared the stop (ux §3.5).
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

/** Where an agency opens at this moment. */
export function targetNow(agency: Opened): string {
  return agencyTarget(agency, { is6x: isOn(SwitchName.use6xNavigation), choices: versionChoices.get() })
}

/** The same for links, which follow the feature and what is remembered. */
export function useAgencyTarget(): (agency: Opened) => string {
  const is6x = useSwitch(SwitchName.use6xNavigation, true)
  const choices = useVersionChoices()
  return (agency) => agencyTarget(agency, { is6x, choices })
}
