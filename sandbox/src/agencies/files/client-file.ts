import { family } from '../../demo-data/names.ts'
import type { SeededRandom } from '../../random.ts'
import { type Profile, seededRandomFor } from '../profile.ts'
import { type AgencyFile, jsonFile } from './agency-file.ts'

const lines = [
  'Personal Auto',
  'Homeowners',
  'Umbrella',
  'Commercial Auto',
  'General Liability',
  'Workers Comp',
]
const carriers = ['Mutual of Enumclaw', 'Safeco', 'Travelers', 'Progressive', 'Liberty Mutual', 'Grange']
const notes = [
  'Called about renewal; wants quotes from two more carriers.',
  'Left message on voice mail.',
  'Sent evidence of insurance to the lender.',
  'Added a driver; new declaration page received and scanned.',
  'Claim opened with the carrier; adjuster will call within two days.',
  'Payment reminder mailed.',
]
const kilobyte = 1024

/** Size of a client's file: usually small, a few as large as years of scanned documents. */
function clientFileBytes(random: SeededRandom): number {
  const share = random.next()
  if (share < 0.8) return random.whole(10, 60) * kilobyte
  return share < 0.97 ? random.whole(60, 600) * kilobyte : random.whole(1_000, 5_000) * kilobyte
}

/** The file of a client, always the same bytes; notes are dropped beyond about `maxBytes`. */
export function clientFile(
  profile: Profile,
  clientId: string,
  now: Date,
  about: { location?: 0 | 4 | 5 | 6; deleted?: boolean; maxBytes?: number } = {},
): AgencyFile {
  const { location = 0, deleted = false, maxBytes = Number.POSITIVE_INFINITY } = about
  const random = seededRandomFor(profile.agencyId, `client/${clientId}`)
  const name = `${random.pick(['Ann', 'Bill', 'Chris', 'Dee', 'Ed', 'Fay'])} ${family(random)}`
  const policies = Array.from({ length: random.whole(1, 4) }, () => makePolicy(random))
  const size = Math.min(maxBytes, clientFileBytes(random))
  return jsonFile(
    { kind: 'client', name: `${clientId}.json`, location, clientId, deleted, fileTimestamp: now },
    { clientId, agencyId: profile.agencyId, name, policies, log: makeLog(random, size) },
  )
}

function makePolicy(random: SeededRandom) {
  const year = random.whole(2023, 2026)
  const monthAndDay = `${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
  return {
    policyNumber: `${random.pick(['PA', 'HO', 'GL'])}${random.whole(1_000_000, 9_999_999)}`,
    line: random.pick(lines),
    carrier: random.pick(carriers),
    effectiveDate: `${year}-${monthAndDay}`,
    expirationDate: `${year + 1}-${monthAndDay}`,
    premium: random.whole(300, 9_000),
  }
}

// The notes make up most of the file's size.
function makeLog(random: SeededRandom, size: number): { at: string; note: string }[] {
  const log: { at: string; note: string }[] = []
  let at = Date.UTC(2019, 0, 2)
  for (let written = 0; written < size; ) {
    const note = random.pick(notes)
    log.push({ at: new Date(at).toISOString(), note })
    written += note.length + 75
    at += random.whole(1, 72 * 60) * 1_000
  }
  return log
}
