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
import { type AgencyFile, jsonFile } from './agency-file.ts'
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

/** The file with these fields added or replaced. */
const withFields = (file: AgencyFile, fields: object): AgencyFile =>
  jsonFile(file, { ...readContent(file), ...fields })

function listFiles(agencyId: number) {
  const profile = getProfile({ ...facts, agencyId })
  const users = getUsers(profile)
  const config = configFile(profile, users, now)
  const metrics = metricsFile(profile, firstErrors(profile, now), now)
  const multifolder = multifolderFile(profile, users, now)
  return { users, config, metrics, multifolder }
}

const more = { agencyType: 3, domains: AgencyDomain.search | AgencyDomain.texting, onboardingStatus: 911 }

/** The same files with what the simulator leaves out of them, so that each field of the schemas occurs. */
function completed({ config, metrics, multifolder }: ReturnType<typeof listFiles>): readonly AgencyFile[] {
  const { current } = readContent(multifolder) as { current: object }
  const totals = readContent(metrics)['totals'] as Record<string, object>
  return [
    withFields(config, more),
    withFields(metrics, { totals: { ...totals, 6: totals[0] } }),
    withFields(multifolder, { lastFailure: { ...current, cmsUser: 'ZZZ' } }),
  ]
}

/** The fields that a published schema names and a file lacks. */
function listMissing({ kind, bytes }: AgencyFile): string[] {
  const { properties = {} } = schemas[`file.${kind}`] as { properties?: object }
  const content = JSON.parse(bytes.toString()) as object
  return Object.keys(properties).filter((name) => !(name in content))
}

test.each(agencyIds)(
  '[AGENT-09] the files of %i fit their published schemas and are taken over completely',
  async (agencyId) => {
    const files = listFiles(agencyId)
    const { users } = files
    for (const file of [files.config, files.metrics, files.multifolder])
      expect(whyUnfit(file), file.name).toBeUndefined()
    const [config, metrics, multifolder] = completed(files) as [AgencyFile, AgencyFile, AgencyFile]
    const software = await server.software(agencyId)
    for (const file of [config, metrics, multifolder]) {
      expect([whyUnfit(file), listMissing(file)], file.name).toEqual([undefined, []])
      await sendFile(software, { kind: file.kind, name: file.name }, file.bytes)
    }
    const { data: listed } = await person.call(agencyUsers.users, { agencyId })
    const sent = users.map((user) => ({ ...user, expiresOn: null, unlockProblem: null }))
    const byName = (one: { username: string }, other: { username: string }) =>
      one.username < other.username ? -1 : 1
    expect(listed.toSorted(byName)).toEqual(sent.toSorted(byName))
    const { data: kept } = await person.call(agencies.config, { agencyId })
    expect(kept[0]).toMatchObject({
      folderCompliance: readContent(config)['folderCompliance'],
      timeZoneId: facts.timeZoneId,
      versionDisplay: facts.versionDisplay,
      ...more,
    })
    const totals = readContent(metrics)['totals'] as Record<string, object>
    expect(Object.keys(totals)).toHaveLength(4)
    for (const [location, counts] of Object.entries(totals)) {
      const storageLocation = Number(location) as 0 | 4 | 5 | 6
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
  const spoilt = (file: AgencyFile, change: object) => whyUnfit(withFields(file, change))
  const folder = (given: object) => ({
    folderCompliance: [{ folder: 'C:', compliant: true, detail: '', ...given }],
  })
  expect(spoilt(config, { users: [{ username: 'ABC' }] })).toContain('firstName')
  expect(spoilt(config, { folderCompliance: [{ folder: 'C:' }] })).toContain('compliant')
  // The limits by which the server judges.
  expect(spoilt(config, folder({ folder: 'x'.repeat(400), detail: 'x'.repeat(2_000) }))).toBeUndefined()
  expect(spoilt(config, folder({ folder: 'x'.repeat(401) }))).toContain('folder')
  expect(spoilt(config, folder({ detail: 'x'.repeat(2_001) }))).toContain('detail')
  for (const onboardingStatus of [8, 910])
    expect(spoilt(config, { onboardingStatus })).toContain('onboardingStatus')
  expect(spoilt(config, { version: '' })).toContain('version')
  expect(spoilt(metrics, { totals: { 8: {} } })).toBeDefined()
  expect(spoilt(multifolder, { current: { timestamp: 'yesterday' } })).toContain('timestamp')
})
