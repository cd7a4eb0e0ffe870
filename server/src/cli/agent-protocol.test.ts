import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { newestProtocol } from '@agency-support/contract/rules/agent-protocol'
import { queuedCommandNames } from '@agency-support/contract/rules/agency-commands'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { cliOn } from '../../test/cli-run.ts'
import type { TestClient } from '../../test/client.ts'
import { runCli } from './main.ts'

const { heartbeat, softwareStatus, claim } = agencyCommands
const beat = { versionDisplay: '5.4.2', hostName: 'SERVER01' }
const [silent, older, newest, absent] = [501, 502, 503, 504]
const server = useServer()
let cli: ReturnType<typeof cliOn>
let person: TestClient

beforeAll(async () => {
  cli = cliOn((argv, around) => runCli(argv, { ...around, clock: server.clock }), server.database.url)
  person = await server.asNew()
})

const reported = { protocol: newestProtocol, capabilities: [...queuedCommandNames] }
const answered = async (agencyId: number, input: object = {}) =>
  (await (await server.software(agencyId)).call(heartbeat, { ...beat, ...input })).data[0]
const shown = async (agencyId: number) => (await person.call(softwareStatus, { agencyId })).data[0]
const endings = async () =>
  Promise.all([silent, older, newest, absent].map(async (id) => (await shown(id))?.retiresOn))

test('[AGENT-10] a heartbeat tells version and capabilities and hears the minimum and the newest version', async () => {
  expect(await answered(newest, reported)).toMatchObject({
    minimumProtocol: 1,
    newestProtocol,
    retiresOn: null,
  })
  expect(await shown(newest)).toMatchObject(reported)
  // A poll says nothing about the protocol, and changes nothing.
  server.clock.turn(70)
  await (await server.software(newest)).call(claim, {})
  expect(await shown(newest)).toMatchObject(reported)
  // A release may know fewer commands and speak the same version.
  const capabilities = reported.capabilities.slice(1)
  await answered(newest, { ...reported, capabilities })
  expect(await shown(newest)).toMatchObject({ ...reported, capabilities })
  // Software that reports no version uses the first; so does software that was downgraded to it.
  await answered(newest)
  expect(await shown(newest)).toMatchObject({ protocol: 1, capabilities: [] })
  const software = await server.software(newest)
  const wrong = async (input: object) => (await software.call(heartbeat, { ...beat, ...input })).message
  expect(await wrong({ protocol: 0 })).toBe('protocol must be a whole number from 1 to 1000.')
  expect(await wrong({ capabilities: Array(101).fill('a') })).toBe('capabilities must be at most 100.')
})

test('[AGENT-12] a version that is retired shows its day at exactly the agencies that tell it or an older one', async () => {
  await server.agency(absent)
  await answered(silent)
  await answered(older, { ...reported, protocol: 1 })
  await answered(newest, reported)
  expect(await cli(['agencies', 'retire-protocol', '1', '2026-12-31'])).toMatchObject({
    code: 0,
    out: 'Version 1 ends on 2026-12-31.\n',
  })
  expect(await endings()).toEqual(['2026-12-31', '2026-12-31', null, null])
  expect(await answered(older, { protocol: 1 })).toMatchObject({
    minimumProtocol: 1,
    retiresOn: '2026-12-31',
  })
  expect(await answered(newest, reported)).toMatchObject({ minimumProtocol: 1, retiresOn: null })
  expect((await cli(['agencies', 'protocols'])).out).toBe(
    'Version 1: spoken by the software of 2 agencies, 2 of them heard of in the last day. Ends on 2026-12-31.\n' +
      `Version ${newestProtocol}, the newest: spoken by the software of 1 agency, 1 of them heard of in the last day.\n`,
  )
  const again = await cli(['agencies', 'retire-protocol', '1', '2026-12-31'])
  expect(again.out).toBe('Version 1: nothing was changed, it ends on 2026-12-31 already.\n')
  // A version has already ended on the day itself.
  await cli(['agencies', 'retire-protocol', '1', server.clock.now().toISOString().slice(0, 10)])
  expect(await answered(newest, reported)).toMatchObject({ minimumProtocol: 2 })
  expect((await cli(['agencies', 'retire-protocol', '1', '--keep'])).out).toBe('Version 1 goes on.\n')
  expect(await endings()).toEqual([null, null, null, null])
  expect(await answered(newest, reported)).toMatchObject({ minimumProtocol: 1 })
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['subject', 'after', 'actor'])
    .where('event', '=', 'agencyCommands.protocolRetired')
    .orderBy('seq')
    .execute()
  expect(rows.map(({ after }) => after)).toEqual([
    { endsOn: '2026-12-31' },
    { endsOn: expect.any(String) },
    { endsOn: null },
  ])
  expect(rows[0]).toMatchObject({ subject: 'Protocol version 1', actor: 'cli' })
})

test.each([
  [['0', '2027-01-01'], 'There is no version 0.'],
  [[String(newestProtocol), '2027-01-01'], 'is the newest: nothing could take its place'],
  [['1', 'soon'], '"soon" is not a day such as 2027-03-31.'],
  [['one', '2027-01-01'], '"one" is not a version.'],
  [['1'], 'Give either a day such as 2027-03-31, or --keep.'],
  [['1', '2027-01-01', '--keep'], 'Give either a day such as 2027-03-31, or --keep.'],
])('agencies retire-protocol %j says why not', async (typed, sentence) => {
  const { code, err } = await cli(['agencies', 'retire-protocol', ...typed])
  expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
})
