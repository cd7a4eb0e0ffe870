import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { journal } from '@agency-support/contract/modules/journal'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { sendFile } from '../../../test/send-file.ts'

const server = useServer()

async function readFacts(agencyId: number) {
  const reader = await server.asNew()
  const [config] = (await reader.call(agencies.config, { agencyId })).data
  const { data } = await reader.call(journal.agencyHistory, { agencyId, events: ['agencies.factsReported'] })
  return {
    known: [config?.versionDisplay, config?.timeZoneId],
    rows: data.map(({ actorKind, before, after }) => ({ actorKind, before, after })),
  }
}

test('[TRUTH-12] a version or time zone reported by heartbeat or config file is the agency’s from then on; a change is one journal row, the same again none', async () => {
  const agencyId = 12_000_001
  await server.agency(agencyId)
  const software = await server.software(agencyId)
  const beat = { versionDisplay: '5.4.2', hostName: 'HQ' }
  const send = (config: object) =>
    sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, JSON.stringify(config))
  const row = (before: object, after: object) => ({ actorKind: 'agency', before, after })

  for (let again = 0; again < 2; again += 1) await software.call(agencyCommands.heartbeat, beat)
  const first = row({ version: '' }, { version: '5.4.2' })
  expect(await readFacts(agencyId)).toEqual({ known: ['5.4.2', 'America/Chicago'], rows: [first] })

  const moved = { ...beat, timeZoneId: 'america/denver' }
  for (let again = 0; again < 2; again += 1) await software.call(agencyCommands.heartbeat, moved)
  const second = row({ timeZoneId: 'America/Chicago' }, { timeZoneId: 'America/Denver' })
  expect(await readFacts(agencyId)).toEqual({ known: ['5.4.2', 'America/Denver'], rows: [second, first] })

  for (let again = 0; again < 2; again += 1) await send({ version: '5.5.0', timeZoneId: 'America/Boise' })
  const both = { version: '5.4.2', timeZoneId: 'America/Denver' }
  const third = row(both, { version: '5.5.0', timeZoneId: 'America/Boise' })
  const now = { known: ['5.5.0', 'America/Boise'], rows: [third, second, first] }
  expect(await readFacts(agencyId)).toEqual(now)

  await software.call(agencyCommands.heartbeat, {
    versionDisplay: ' ',
    hostName: 'HQ',
    timeZoneId: 'Mountain',
  })
  await send({ version: 'v'.repeat(61), timeZoneId: 7 })
  expect(await readFacts(agencyId)).toEqual(now)
})

test('many heartbeats at the same moment make one journal row', async () => {
  const agencyId = 12_000_002
  await server.agency(agencyId)
  const software = await server.software(agencyId)
  const beats = Array.from({ length: 8 }, () =>
    software.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'HQ' }),
  )
  expect((await Promise.all(beats)).map(({ code }) => code)).toEqual(Array(8).fill(0))
  expect((await readFacts(agencyId)).rows).toHaveLength(1)
})
