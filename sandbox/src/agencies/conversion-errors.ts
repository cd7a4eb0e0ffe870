import type { SeededRandom } from '../random.ts'
import { pickClientId, type Profile, seededRandomFor } from './profile.ts'

/** A client that could not be converted or synced. */
export interface ConversionError {
  clientId: string
  date: string
  code: number
  msg: string
}

const causes: readonly { code: number; msg: string }[] = [
  { code: 101, msg: 'Client file is locked by another user.' },
  { code: 102, msg: 'Client file is damaged: unexpected end of policy section.' },
  { code: 205, msg: 'Conversion failed: unknown line of business code 97.' },
  { code: 206, msg: 'Conversion failed: effective date is after expiration date.' },
  { code: 310, msg: 'Upload failed: the remote name could not be resolved.' },
  { code: 311, msg: 'Upload failed: the operation has timed out.' },
  { code: 404, msg: 'Client file not found.' },
]
const hour = 3_600_000

/** A random error of a client. */
export function errorFor(random: SeededRandom, clientId: string, at: Date): ConversionError {
  return { clientId, date: at.toISOString(), ...random.pick(causes) }
}

/** The initial errors of an agency. */
export function firstErrors(profile: Profile, now: Date): ConversionError[] {
  const random = seededRandomFor(profile.agencyId, 'errors')
  const count =
    profile.condition === 'syncErrors' ? random.whole(12, 70) : random.chance(0.2) ? random.whole(1, 6) : 0
  const byClient = new Map<string, ConversionError>()
  for (let made = 0; made < count; made += 1) {
    const clientId = pickClientId(random, profile)
    byClient.set(clientId, errorFor(random, clientId, new Date(now.getTime() - random.whole(1, 400) * hour)))
  }
  return [...byClient.values()].toSorted((a, b) => b.date.localeCompare(a.date))
}
