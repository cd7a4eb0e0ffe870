import { agencyCommands, type ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import { reasonLabel } from '@agency-support/contract/rules/agency-commands'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { useServer } from '../../../server/test/use-server.ts'
import { demoAgencies } from '../demo-data/agencies.ts'
import { demoSeed } from '../demo-data/seed.ts'
import { SeededRandom } from '../random.ts'
import { CommandRunner } from './command-runner.ts'
import type { SimulatorContext } from './context.ts'
import { DurableRecord } from './durable-record.ts'
import { Sockets } from './exchange.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'
import { Reports } from './reports.ts'
import { Retry } from './retry.ts'
import { Scheduler } from './scheduler.ts'
import { AgencyWire } from './wire.ts'

const server = useServer()
let folder: string
const sockets = new Sockets()
const scheduler = new Scheduler()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agencies-'))
})
afterAll(async () => {
  sockets.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** Only the command runner of one agency. */
async function makeRunner(profile: ReturnType<typeof getProfile>): Promise<CommandRunner> {
  const origin = `http://127.0.0.1:${server.port}`
  const record = await DurableRecord.open(join(folder, 'record'))
  const context = { origin, sockets, scheduler, record, now: () => new Date(), products: [] }
  const wire = new AgencyWire({ origin, sockets, agencyKey: testAgentKey(profile.agencyId) })
  const retry = new Retry(scheduler, new SeededRandom(1))
  return new CommandRunner({
    agency: { profile, users: getUsers(profile), errors: [] },
    wire,
    retry,
    reports: new Reports(wire, retry),
    context: {
      ...context,
      speed: 0,
      trouble: () => undefined,
      account: () => undefined,
    } satisfies SimulatorContext,
  })
}

test('[AGENT-11] a command that the program does not know ends as failed with that reason and is not handed out again', async () => {
  const [facts] = [...demoAgencies(1, demoSeed)]
  if (facts === undefined) throw new Error('there is no demo agency')
  const { agencyId } = facts
  const software = await server.software(agencyId)
  const person = await server.asNew()
  await person.call(agencyCommands.issue, { agencyId, agencyCommand: 'count' })
  const [claimed] = (await software.call(agencyCommands.claim, {})).data
  const runner = await makeRunner(getProfile(facts))
  // A newer server sends a command unknown to this software.
  await runner.take({ ...claimed, command: 'countTwice' } as unknown as ClaimedCommand)
  const queue = async () => (await (await server.asNew()).call(agencyCommands.queue, { agencyId })).data
  expect(await queue()).toMatchObject([
    {
      state: 'failed',
      reason: 'unknownCommand',
      output: 'This version does not know the command countTwice.\n',
    },
  ])
  expect(reasonLabel('unknownCommand')).toBe('not known to its software')
  expect((await software.call(agencyCommands.claim, {})).data).toEqual([])
  // Nor after all leases have run out and a week has passed.
  server.clock.turn(8 * 24 * 60 * 60)
  expect((await software.call(agencyCommands.claim, { waitSeconds: 2 })).data).toEqual([])
  expect(await queue()).toMatchObject([{ state: 'failed', attempt: 1 }])
})
