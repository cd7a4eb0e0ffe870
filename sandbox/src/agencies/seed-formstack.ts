import type { DemoAgency } from '../demo-data/agencies.ts'
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
    if (esignature === undefined) continue
    const answer = await fetch(`${control}/groups`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toGroup(esignature)),
    })
    if (!answer.ok) throw new Error(`the emulator of Formstack refused a group with status ${answer.status}`)
  }
}
