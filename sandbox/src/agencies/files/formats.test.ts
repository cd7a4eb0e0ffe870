import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../../../server/test/use-server.ts'
import type { TestClient } from '../../../../server/test/client.ts'
import { sendFile } from '../../../../server/test/send-file.ts'
import { firstErrors } from '../conversion-errors.ts'
import { getUsers } from '../people.ts'
import { getProfile } from '../profile.ts'
import type { AgencyFile } from './agency-file.ts'
import { jsonFile } from './agency-file.ts'
import { configFile, metricsFile, multifolderFile } from './reports.ts'

const now = new Date('2026-11-20T15:00:00Z')
const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Denver', status: 2 }
const agencyIds = [6938, 6866, 13141, 8951]
const server = useServer()
let person: TestClient
let schemas: Record<string, Parameters<typeof z.fromJSONSchema>[0]>

beforeAll(async () => {
  person = await server.asNew()
  const software = await server.software(1)
  const { body } = await software.send({ method: 'GET', path: '/agent/v1/openapi.json' })
  schemas = (JSON.parse(body) as { components: { schemas: typeof schemas } }).components.schemas
})

/** Why a file violates the published schema of its kind; undefined if it is valid. */
function whyUnfit({ kind, bytes }: AgencyFile): string | undefined {
  const schema = schemas[`file.${kind}`]
  if (schema === undefined) throw new Error(`there is no schema of ${kind}`)
  return z.fromJSONSchema(schema).safeParse(JSON.parse(bytes.toString())).error?.message
}

const readContent = ({ bytes }: AgencyFile): Record<string, unknown> =>
  JSON.parse(bytes.toString()) as Record<string, unknown>

function listFiles(agencyId: number) {
  const profile = getProfile({ ...facts, agencyId })
  const users = getUsers(profile)
  const config = configFile(profile, users, now)
  const more = { agencyType: 3, domains: AgencyDomain.search | AgencyDomain.texting, onboardingStatus: 7 }
  return {
    users,
    // Every field that a config file can have.
    config: jsonFile(config, { ...readContent(config), ...more }),
    metrics: metricsFile(profile, firstErrors(profile, now), now),
    multifolder: multifolderFile(profile, users, now),
  }
}

test.each(agencyIds)(
  '[AGENT-09] the files of %i fit their published schemas and are taken over completely',
  async (agencyId) => {
    const { users, config, metrics, multifolder } = listFiles(agencyId)
    const software = await server.software(agencyId)
    for (const file of [config, metrics, multifolder]) {
      expect(whyUnfit(file), file.name).toBeUndefined()
      await sendFile(software, { kind: file.kind, name: file.name }, file.bytes)
    }
    const { data: listed } = await person.call(agencyUsers.users, { agencyId })
    const told = users.map((user) => ({ ...user, expiresOn: null }))
    const byName = (one: { username: string }, other: { username: string }) =>
      one.username < other.username ? -1 : 1
    expect(listed.toSorted(byName)).toEqual(told.toSorted(byName))
    const { data: kept } = await person.call(agencies.config, { agencyId })
    expect(kept[0]).toMatchObject({
      folderCompliance: readContent(config)['folderCompliance'],
      timeZoneId: facts.timeZoneId,
      agencyType: 3,
      domains: AgencyDomain.search | AgencyDomain.texting,
      onboardingStatus: 7,
    })
    const totals = readContent(metrics)['totals'] as Record<string, object>
    expect(Object.keys(totals)).toHaveLength(3)
    for (const [location, counts] of Object.entries(totals)) {
      const storageLocation = Number(location) as 0 | 4 | 5
      const { data } = await person.call(agencyFiles.totals, { agencyId, storageLocation })
      expect(data).toEqual([{ ...counts, countedAt: server.clock.now().toISOString() }])
    }
    expect((await person.call(agencyFiles.multifolderLog, { agencyId })).data).toEqual([
      readContent(multifolder),
    ])
  },
)

test('a file that does not fit is told so by the schema', () => {
  const { config, metrics, multifolder } = listFiles(6938)
  const spoilt = (file: AgencyFile, change: object) =>
    whyUnfit(jsonFile(file, { ...readContent(file), ...change }))
  expect(spoilt(config, { users: [{ username: 'ABC' }] })).toContain('firstName')
  expect(spoilt(config, { folderCompliance: [{ folder: 'C:' }] })).toContain('compliant')
  expect(spoilt(metrics, { totals: { 8: {} } })).toBeDefined()
  expect(spoilt(multifolder, { current: { timestamp: 'yesterday' } })).toContain('timestamp')
})
