import { commandShapes } from '@agency-support/contract/modules/agency-command-shapes'
import { agencyCommands, type ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { queuedCommandNames } from '@agency-support/contract/rules/agency-commands'
import { expiresOn } from '@agency-support/contract/rules/temporary-users'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions } from '../../../test/people.ts'
import { insertCommand } from './store.ts'

const { issue, queue, claim, finish } = agencyCommands
const server = useServer()
let person: TestClient

beforeAll(async () => {
  person = await server.asNew({ permissions: allPermissions })
})

async function scene() {
  const { agencyId, software } = await server.newSoftware()
  const shown = async () => (await person.call(queue, { agencyId })).data[0]
  return { agencyId, software, shown }
}

/** Issues every command through every call that can; returns what was handed out, and to whom. */
async function orderEverything(): Promise<{ claimed: ClaimedCommand; software: TestClient }[]> {
  const { agencyId, software } = await scene()
  const online = await scene()
  const user = { username: 'ABC', firstName: 'Ann', lastName: 'Bo', online: false, status: 2, userFlags: 0 }
  await software.call(agencyUsers.reportUsers, {
    users: [{ ...user, agencyPermissions: [], emailVerified: false }],
  })
  for (const agencyCommand of ['agency', 'count', 'pcssync'] as const)
    await person.call(issue, { agencyId, agencyCommand })
  await person.call(issue, { agencyId, agencyCommand: 'sync', argument: '00000001, 00000002' })
  for (const argument of ['', 'all', 'cloudmanager.1.log'])
    await person.call(issue, { agencyId, agencyCommand: 'log', argument })
  await person.call(agencyFiles.resend, { agencyId, eventId: 1, clientId: '00000042' })
  await person.call(agencyFiles.resend, { agencyId, eventId: 2 })
  await person.call(agencyFiles.resend, { agencyId, eventId: 3 })
  await person.call(agencyUsers.unlock, { agencyId, username: 'ABC' })
  const ExpiresOn = expiresOn(server.clock.now(), 2)
  const made = { Username: '--0', AgencyId: agencyId, Password: 'Kx7#mQ2!vR9@tL4$', ExpiresOn }
  await person.call(agencyUsers.createSuperUser, made)
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', online.agencyId)
    .execute()
  const seat = { username: 'ABC', lastSigninAt: null, lastTokenAt: null, tokens: [] }
  await online.software.call(seats.reportSeats, { licensedSeats: 2, seats: [seat] })
  await person.call(seats.release, { agencyId: String(online.agencyId), username: 'ABC' })
  const handedOut = []
  for (const one of [software, software, online.software])
    for (const claimed of (await one.call(claim, { most: 10 })).data)
      handedOut.push({ claimed, software: one })
  return handedOut
}

/** The field that the result of a command must have and an empty one lacks. */
const missing = {
  agency: 'users',
  sync: 'sent',
  log: 'logs',
  count: 'clients',
  pcssync: 'changed',
  resendClient: 'sent',
  resendMetrics: 'clients',
  resendConfig: 'users',
  unlockUser: undefined,
  superUsers: 'usernames',
  releaseSeat: 'tokens',
} as const

test('[AGENT-08] every command that is handed out fits its schema, and a result that does not is refused by its field', async () => {
  const handedOut = await orderEverything()
  expect(new Set(handedOut.map(({ claimed }) => claimed.command))).toEqual(new Set(queuedCommandNames))
  for (const {
    claimed: { command, argument, commandId, attempt },
    software,
  } of handedOut) {
    expect(commandShapes[command].argument.safeParse(argument).error, command).toBeUndefined()
    const ending = { commandId, attempt, outcome: 'succeeded', result: {} } as const
    const { status, message } = await software.call(finish, ending)
    const field = missing[command]
    if (field === undefined) expect([status, message]).toEqual([200, ''])
    else {
      expect(status, command).toBe(400)
      expect(message).toMatch(new RegExp(`^result\\.${field} does not fit the command ${command}: ${field} `))
    }
  }

  const { agencyId, software, shown } = await scene()
  await person.call(issue, { agencyId, agencyCommand: 'sync', argument: '00000001,00000002' })
  const [{ commandId, attempt } = { commandId: 0, attempt: 0 }] = (await software.call(claim, {})).data
  const end = (result: Record<string, unknown>) =>
    software.call(finish, { commandId, attempt, outcome: 'succeeded', result })
  const said = async (result: Record<string, unknown>) => {
    const { status, message } = await end(result)
    return [status, message]
  }
  const sentence = 'does not fit the command sync:'
  expect(await said({ sent: -1, failed: [] })).toEqual([
    400,
    `result.sent ${sentence} sent must be a whole number from 0 to 2147483647.`,
  ])
  expect(await said({ sent: 1, failed: [{ clientId: '2', reason: '' }] })).toEqual([
    400,
    `result.failed.0.clientId ${sentence} clientId must be eight digits.`,
  ])
  expect(await said({ sent: 1 })).toEqual([400, `result.failed ${sentence} failed must be a list.`])
  expect((await end({ sent: 'x'.repeat(70_000) })).status).toBe(400)
  expect(await shown()).toMatchObject({ state: 'delivered', result: null })

  const failed = [{ clientId: '00000002', reason: 'The file is locked.' }]
  expect((await end({ sent: 1, failed, tookSeconds: 4 })).code).toBe(0)
  expect(await shown()).toMatchObject({ state: 'succeeded', result: { sent: 1, failed } })
})

test('what no program could be told is not queued', async () => {
  const { agencyId } = await scene()
  const order = (command: string, argument: string) =>
    server.db.write
      .transaction()
      .execute((tx) =>
        insertCommand(tx, { agencyId, command, argument, issuedBy: 'a test', at: server.clock.now() }),
      )
  await expect(order('sync', '1')).rejects.toThrow('argument must be eight-digit client ids')
  await expect(order('format', '')).rejects.toThrow('There is no command format.')
  expect((await order('unlockUser', 'ABC')).state).toBe('queued')
})

test('a reason is given for a failure alone, and only one that is known', async () => {
  const { agencyId, software, shown } = await scene()
  await person.call(issue, { agencyId, agencyCommand: 'count' })
  const [{ commandId, attempt } = { commandId: 0, attempt: 0 }] = (await software.call(claim, {})).data
  const wrong = { commandId, attempt, outcome: 'failed', reason: 'lazy' } as never
  expect((await software.call(finish, wrong)).message).toBe('reason must be unknownCommand, or left out.')
  const end = { commandId, attempt, outcome: 'failed', reason: 'unknownCommand' } as const
  expect((await software.call(finish, { ...end, outcome: 'succeeded' })).message).toBe(
    'reason belongs to outcome failed.',
  )
  expect((await software.call(finish, end)).code).toBe(0)
  expect((await software.call(finish, end)).code).toBe(0)
  expect(await shown()).toMatchObject({ state: 'failed', reason: 'unknownCommand' })
})
