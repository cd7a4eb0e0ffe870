import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'

const { issue, queue, claim, acknowledge, progress, finish } = agencyCommands
const acknowledged = 'agencyCommands.acknowledged'
const finished = 'agencyCommands.finished'
const server = useServer()

/** A new agency whose software has fetched a command. */
async function collected(order: { agencyCommand: 'count' | 'sync'; argument?: string }) {
  const { agencyId, software } = await server.newSoftware()
  const person = await server.asNew()
  const { data } = await person.call(issue, { agencyId, ...order })
  const commandId = data[0]?.commandId ?? 0
  await software.call(claim, {})
  const look = async () => (await person.call(queue, { agencyId })).data[0]
  const listEntries = () =>
    server.db.read
      .selectFrom('journal')
      .select(['event', 'subject', 'before', 'after', 'reason'])
      .where('agency_id', '=', agencyId)
      .where('event', 'in', [acknowledged, finished])
      .orderBy('seq')
      .execute()
  return { software, given: { commandId, attempt: 1 }, look, listEntries }
}

test('the journal tells which command was recorded, from where to where it went, and its files', async () => {
  const { software, given, listEntries } = await collected({ agencyCommand: 'count' })
  await software.call(acknowledge, given)
  const uploadIds = [await sendFile(software, logNamed('error.log'), Buffer.from('one line'))]
  await software.call(finish, { ...given, outcome: 'succeeded', uploadIds })
  const common = { subject: `Command ${given.commandId}: count`, reason: null }
  expect(await listEntries()).toEqual([
    {
      ...common,
      event: acknowledged,
      before: { commandState: 'delivered' },
      after: { commandState: 'acknowledged', attempt: 1 },
    },
    {
      ...common,
      event: finished,
      before: { commandState: 'acknowledged' },
      after: { commandState: 'succeeded', files: 1 },
    },
  ])
})

test('it tells how much of a command was done, and why it failed', async () => {
  const { software, given, listEntries } = await collected({
    agencyCommand: 'sync',
    argument: '00000001,00000002',
  })
  const failed = [{ clientId: '00000002', reason: 'The file is locked.' }]
  await software.call(finish, { ...given, outcome: 'interrupted', result: { sent: 1, failed } })
  expect(await listEntries()).toEqual([
    {
      event: finished,
      subject: `Command ${given.commandId}: sync 00000001,00000002`,
      before: { commandState: 'delivered' },
      after: { commandState: 'failed', files: 0, done: expect.stringContaining('1 of 2') },
      reason: 'interrupted',
    },
  ])
})

test('an end that brings no words keeps those reported on the way; others take their place', async () => {
  const silent = await collected({ agencyCommand: 'count' })
  await silent.software.call(progress, { ...silent.given, output: 'Counting 1 of 2' })
  await silent.software.call(finish, { ...silent.given, outcome: 'failed' })
  expect(await silent.look()).toMatchObject({ state: 'failed', output: 'Counting 1 of 2' })
  const outspoken = await collected({ agencyCommand: 'count' })
  await outspoken.software.call(progress, { ...outspoken.given, output: 'Counting 1 of 2' })
  await outspoken.software.call(finish, { ...outspoken.given, outcome: 'failed', output: 'No disk.' })
  expect(await outspoken.look()).toMatchObject({ output: 'No disk.' })
})

test('polls are written down as a sign of life no oftener than once a minute', async () => {
  const { agencyId, software } = await server.newSoftware()
  const begin = server.clock.now()
  const seenAfter = async (seconds: number): Promise<number> => {
    server.clock.turn(seconds)
    await software.call(claim, {})
    const row = server.db.read.selectFrom('agency_software').select('last_seen_at')
    const { last_seen_at: at } = await row.where('agency_id', '=', agencyId).executeTakeFirstOrThrow()
    return (at.getTime() - begin.getTime()) / 1_000
  }
  expect([await seenAfter(0), await seenAfter(59), await seenAfter(1), await seenAfter(1)]).toEqual([
    0, 0, 0, 61,
  ])
})
