import type { DemoAgency } from '../demo-data/agencies.ts'
import { callControl } from '../providers/control.ts'
import { getEsignature, toGroup } from './esignature.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'

/** Gives the emulator of Formstack, by the address of its control, the groups of agencies that sign electronically. */
export async function seedFormstack(
  control: string,
  agencies: Iterable<DemoAgency>,
  today: Date,
): Promise<void> {
  for (const agency of agencies) {
    const profile = getProfile(agency)
    const esignature = getEsignature(profile, getUsers(profile), today)
    if (esignature !== undefined) await callControl(control, 'POST', '/groups', toGroup(esignature))
  }
}
