import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { NewUpload } from '@agency-support/contract/modules/agency-file-shapes'
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type FakeAnswer, type FakeQuestion, fakeWire } from '../../test/fake-wire.ts'
import { SeededRandom } from '../random.ts'
import { Scheduler } from './scheduler.ts'
import { Sockets } from './exchange.ts'
import type { AgencyFile } from './files/agency-file.ts'
import { Retry } from './retry.ts'
import { sendFile } from './upload.ts'
import { AgencyWire, Refused, Unreachable } from './wire.ts'

const sockets = new Sockets()
afterAll(() => sockets.destroy())

/** Accepts uploads like the server; `spoil` makes the first checks fail. */
class Store {
  readonly files: Buffer[] = []
  #spool = Buffer.alloc(0)
  #announced: NewUpload | undefined
  #spoil: number

  constructor(spoil = 0) {
    this.#spoil = spoil
  }

  answer({ path, query, body }: FakeQuestion): FakeAnswer {
    const here = { uploadId: 'the-upload', offset: this.#spool.length }
    if (path === '/agent/v1/uploads') {
      this.#announced = NewUpload.parse(JSON.parse(body.toString()))
      return { data: [here] }
    }
    if (path === '/agent/v1/uploads/finish') return this.#finish()
    if (Number(query.get('offset')) !== this.#spool.length)
      return { status: 409, code: 409, message: 'The upload goes on elsewhere.', data: [here] }
    this.#spool = Buffer.concat([this.#spool, body])
    return { data: [{ ...here, offset: this.#spool.length }] }
  }

  #finish(): FakeAnswer {
    if (this.#announced === undefined) return { status: 404, code: 404, message: 'There is no such upload.' }
    const whole = this.#spool
    this.#spool = Buffer.alloc(0)
    this.#spoil -= 1
    const isAsAnnounced = createHash('sha256').update(whole).digest('hex') === this.#announced.sha256
    if (this.#spoil >= 0 || !isAsAnnounced)
      return { code: 422, message: 'The bytes are not those announced.' }
    this.#announced = undefined
    this.files.push(whole)
    return {}
  }
}

function makeFile(bytes: Buffer): AgencyFile {
  const about = {
    name: 'error.log',
    location: 8,
    clientId: '',
    deleted: false,
    fileTimestamp: new Date('2026-11-20T09:00:00Z'),
  } as const
  return { kind: 'log', ...about, bytes }
}

/** Shortens the pauses between retries. */
class Hasty extends Scheduler {
  override pause(): Promise<void> {
    return super.pause(1)
  }
}

function readSoftware(origin: string) {
  const scheduler = new Hasty()
  const wire = new AgencyWire({ origin, agencyKey: '6938.secret', sockets })
  return { scheduler, wire, retry: new Retry(scheduler, new SeededRandom(1)) }
}

test('whatever goes wrong on the way, the file arrives as it was sent', async () => {
  const fault = fc.constantFrom('none', 'none', 'before', 'after', 'busy')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 12 }),
      fc.integer({ min: 0, max: 2_200_000 }),
      fc.integer({ min: 0, max: 2 }),
      async (faults, size, spoil) => {
        const store = new Store(spoil)
        const left = [...faults]
        await using fake = await fakeWire(
          (question) => store.answer(question),
          () => left.shift() ?? 'none',
        )
        const { wire, retry } = readSoftware(fake.origin)
        const bytes = Buffer.alloc(size, 'a log line\n')
        expect(await sendFile(wire, retry, makeFile(bytes))).toBe('the-upload')
        expect(store.files.some((file) => file.equals(bytes))).toBe(true)
      },
    ),
    { numRuns: 15 },
  )
})

test('bytes that never arrive as they were sent are not sent for ever', async () => {
  const store = new Store(1_000)
  await using fake = await fakeWire((question) => store.answer(question))
  const { wire, retry } = readSoftware(fake.origin)
  await expect(sendFile(wire, retry, makeFile(Buffer.from('lines')))).rejects.toThrow('not those announced')
})

test('a refusal is not asked again, and carries its sentence', async () => {
  let asked = 0
  await using fake = await fakeWire(({ authorization }) => {
    asked += 1
    expect(authorization).toBe('Bearer 6938.secret')
    return { status: 401, code: 401, message: 'Unknown agency key.' }
  })
  const { wire, retry } = readSoftware(fake.origin)
  const beat = () => wire.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'HQ-SERVER' })
  await expect(retry.untilAnswered(beat)).rejects.toThrow(Refused)
  expect(asked).toBe(1)
})

test('a server that is away is tried again until it is back', async () => {
  let asked = 0
  await using fake = await fakeWire(() => {
    asked += 1
    return { data: [{ serverTime: new Date(0).toISOString(), queued: 0 }] }
  })
  const { wire, retry } = readSoftware(fake.origin)
  const beat = () => wire.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'HQ-SERVER' })
  await beat()
  await fake.hangUp()
  await expect(beat()).rejects.toThrow(Unreachable)
  const answer = retry.untilAnswered(beat)
  await fake.listen()
  expect(await answer).toMatchObject({ queued: 0 })
  expect(asked).toBe(2)
})

test('the software that ends does not go on trying', async () => {
  const { scheduler, wire, retry } = readSoftware('http://127.0.0.1:9')
  const answer = retry.untilAnswered(() => wire.call(agencyCommands.claim, {}))
  scheduler.close()
  await expect(answer).rejects.toThrow(Unreachable)
})
