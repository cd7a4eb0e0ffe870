import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStream } from '../../../test/event-stream.ts'
import { announce, logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'
import { applyExpiry } from './expiry.ts'

const { issue, queue, claim, acknowledge, progress, finish } = agencyCommands
const leaseSeconds = 60
const server = useServer()
let ada: TestClient

beforeAll(async () => {
  ada = await server.asNew({ permissions: [2000] })
})

/** A new agency whose software has begun the command Log. */
async function begunLog(agencyId: number) {
  const software = await server.software(agencyId)
  // Turning the clock ends idle sessions.
  const person = () => server.asNew({ permissions: [2000] })
  const order = { agencyId, agencyCommand: 'log', argument: 'error.log' } as const
  const { data } = await ada.call(issue, order)
  const commandId = data[0]?.commandId ?? 0
  await software.call(claim, {})
  await software.call(acknowledge, { commandId, attempt: 1 })
  await software.call(progress, { commandId, attempt: 1, output: 'Sending error.log' })
  const look = async () => {
    const answer = await (await person()).call(queue, { agencyId })
    return answer.data.find((command) => command.commandId === commandId)
  }
  /** Turns the clock, and applies what expires. */
  const pass = async (seconds: number) => {
    server.clock.turn(seconds)
    await applyExpiry(server.db, server.clock.now(), async () => undefined)
  }
  const end = () => software.call(finish, { commandId, attempt: 1, outcome: 'succeeded', output: 'Done.' })
  return { software, commandId, look, pass, end }
}

test('[TRUTH-01] an upload that lasts over three leases renews its command’s with each range, and it succeeds', async () => {
  const { software, commandId, look, pass, end } = await begunLog(61)
  const bytes = Buffer.from('one\ntwo\nsix\nten\n')
  const file = { ...logNamed('error.log'), commandId }
  const opened = await software.call(agencyFiles.openUpload, announce(file, bytes))
  const uploadId = opened.data[0]?.uploadId ?? ''
  for (const offset of [0, 4, 8, 12]) {
    const range = bytes.subarray(offset, offset + 4)
    const sent = await software.upload(agencyFiles.appendUpload, { uploadId, offset: String(offset) }, range)
    await pass(leaseSeconds - 5)
    expect([sent.code, await look()]).toMatchObject([0, { state: 'running', attempt: 1 }])
  }
  const stream = await openStream(server, await server.asNew())
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  await stream.sees('its file', ({ module, event }) => module === 'agencyCommands' && event === null)
  stream.drop()
  await pass(leaseSeconds - 5)
  expect((await end()).code).toBe(0)
  expect(await look()).toMatchObject({ state: 'succeeded', files: [{ name: 'error.log' }] })
})

test('bytes that name another agency’s command, or none, keep no command from running out', async () => {
  const held = await begunLog(62)
  const stranger = await server.software(63)
  server.clock.turn(leaseSeconds - 5)
  await sendFile(stranger, { ...logNamed('foreign.log'), commandId: held.commandId }, 'foreign')
  await sendFile(held.software, logNamed('nightly.log'), 'of no command')
  server.clock.turn(10)
  await until('it is queued again', async () => (await held.look())?.state === 'queued')
  expect(await held.look()).toMatchObject({ attempt: 2, files: [] })
})

test('[TRUTH-02] a file that names a command stands there once, reported at its end or not, and when it comes later', async () => {
  const { software, commandId, look, end } = await begunLog(64)
  const named = (name: string) => sendFile(software, { ...logNamed(name), commandId }, name)
  await named('error.log')
  expect(await look()).toMatchObject({ state: 'running', files: [{ kind: 'log', name: 'error.log' }] })
  await named('cloudmanager.log')
  await named('error.log')
  expect((await end()).code).toBe(0)
  await named('late.log')
  const names = (await look())?.files.map(({ name }) => name)
  expect(names).toEqual(['error.log', 'cloudmanager.log', 'late.log'])
})
