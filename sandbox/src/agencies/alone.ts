import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientIn } from '@agency-support/contract/call'
import type { seats } from '@agency-support/contract/modules/seats'
import { openContext } from './fleet.ts'
import { AgencySoftware } from './software.ts'

/* The simulated software of one agency in its own process, configured by environment variables in the same way as
   agent-check does it: see docs/agent-protocol/README.md. It only carries out commands. */

function need(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set.`)
  return value
}

const folder = need('AGENCY_STATE_DIR')
mkdirSync(folder, { recursive: true })
const authority = process.env['AGENCY_CA_FILE'] ?? ''
const asked = process.env['AGENCY_SEAT_REQUEST'] ?? ''
const context = await openContext({
  origin: need('AGENCY_BASE_URL'),
  record: join(folder, 'record'),
  speed: 0,
  ...(authority === '' ? {} : { authority: readFileSync(authority, 'utf8') }),
  say: (sentence) => void process.stdout.write(`${sentence}\n`),
})
const software = new AgencySoftware(
  {
    agencyId: Number(need('AGENCY_ID')),
    versionDisplay: '5.4.2',
    isOnline: false,
    timeZoneId: 'America/Chicago',
    status: 2,
    agencyKey: need('AGENCY_KEY'),
  },
  context,
)
await Promise.all([
  software.run(),
  ...(asked === ''
    ? []
    : [software.reports.seatRequest(JSON.parse(asked) as ClientIn<typeof seats.fileRequest>)]),
])
