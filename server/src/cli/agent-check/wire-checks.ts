import type { AnyCall, In } from '@agency-support/contract/call'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { seats } from '@agency-support/contract/modules/seats'
import { isDeepStrictEqual } from 'node:util'
import { type Check, queueLog, requireFile, untilEnded } from './check.ts'
import type { Arrived } from './scripted-server.ts'
import { RequirementFailed, type Stage } from './stage.ts'

async function resumeUpload(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  let cutAt = 0
  let from = 0
  stage.server.script = {
    cutAfter: (sent) => {
      if (cutAt > 0 || sent < 2) return undefined
      cutAt = Math.floor(sent / 2)
      from = stage.server.arrived.length + 1
      return cutAt
    },
  }
  stage.start()
  await stage.until('no upload of at least two bytes came', () => {
    if (cutAt === 0 && log.outcome !== undefined)
      throw new RequirementFailed(`the command ${log.outcome} without an upload of at least two bytes`)
    return cutAt > 0 || undefined
  })
  await stage.until('the upload was not taken up again', () => {
    if (hasResumed(stage.server.arrived.slice(from), cutAt)) return true
    if (log.outcome !== undefined)
      throw new RequirementFailed(
        `it gave the upload up when the connection broke: the command ${log.outcome}`,
      )
    return undefined
  })
  if ((await untilEnded(stage, log)) !== 'succeeded')
    throw new RequirementFailed(
      `the command ${log.outcome} although the upload could be ended: ${log.output}`,
    )
  requireFile(stage, log)
}

/** True once bytes arrived that continue where others ended; rejects if others arrive after the offset was sent. */
function hasResumed(arrived: readonly Arrived[], cutAt: number): boolean {
  let isTold = false
  for (const { call, input } of arrived) {
    if (call === agencyFiles.openUpload) isTold = true
    if (call !== agencyFiles.appendUpload) continue
    const { offset } = input as In<typeof agencyFiles.appendUpload>
    if (offset === cutAt) return true
    if (isTold)
      throw new RequirementFailed(`it sends from byte ${offset} although the upload goes on at byte ${cutAt}`)
    // A wrong offset is answered with the right one.
    isTold = true
  }
  return false
}

/** Milliseconds by which a timer may be early. */
const toleranceMs = 20

async function honourRetryAfter(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  const putOff = new Map<AnyCall, { seconds: number; arrived: Arrived }>()
  stage.server.script = {
    meet: (arrived) => {
      const { call } = arrived
      if (putOff.has(call)) return undefined
      const isClaim = call === agencyCommands.claim
      if (!isClaim && call !== agencyCommands.finish) return undefined
      const seconds = isClaim ? 2 : 1
      putOff.set(call, { seconds, arrived })
      return { status: isClaim ? 503 : 429, retryAfterSeconds: seconds }
    },
  }
  stage.start()
  await untilEnded(stage, log)
  for (const [call, { seconds, arrived }] of putOff) {
    const [, next] = stage.list(call)
    const waitedMs = (next?.at ?? Number.POSITIVE_INFINITY) - (arrived.answeredAt ?? 0)
    if (waitedMs < seconds * 1000 - toleranceMs)
      throw new RequirementFailed(
        `Retry-After: ${seconds} was answered, and ${call.at.path} came again after ${Math.round(waitedMs)} ms`,
      )
  }
}

const seatRequest = {
  requestedBy: 'AAA',
  quantity: 1,
  targetSeatTotal: 6,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
}
const visibleKey = /^[\x21-\x7e]{8,100}$/

async function repeatSeatRequest(stage: Stage): Promise<void> {
  const { fileRequest } = seats
  let isSwallowed = false
  stage.server.script = {
    meet: ({ call }) => {
      if (isSwallowed || call !== fileRequest) return undefined
      isSwallowed = true
      return 'swallow'
    },
  }
  stage.start({ AGENCY_SEAT_REQUEST: JSON.stringify(seatRequest) })
  const first = await stage.until('the seat request was not filed', () => stage.list(fileRequest)[0])
  const key = first.headers['idempotency-key']
  if (typeof key !== 'string' || !visibleKey.test(key))
    throw new RequirementFailed(
      'the seat request came without an Idempotency-Key of 8 to 100 visible characters',
    )
  const second = await stage.until('the seat request was not repeated', () => stage.list(fileRequest)[1])
  if (second.headers['idempotency-key'] !== key)
    throw new RequirementFailed('the seat request was repeated under another Idempotency-Key')
  if (
    !first.body.equals(second.body) ||
    !isDeepStrictEqual(first.input, fileRequest.input.parse(seatRequest))
  )
    throw new RequirementFailed('the seat request was not filed and repeated as it was asked for')
}

/** Milliseconds after a first refused connection in which a request would have arrived. */
const afterRefusalMs = 1_500

async function refuseCertificate(stage: Stage): Promise<void> {
  const { server } = stage
  stage.start()
  let refusedAt: number | undefined
  await stage.until(
    'it never tried to connect',
    () => {
      if (server.arrived.length > 0 || server.misfits.length > 0)
        throw new RequirementFailed('it sent its key to a server whose certificate it must not trust')
      if (server.refusedConnections === 0) return undefined
      if (refusedAt === undefined) {
        refusedAt = performance.now()
        setTimeout(() => server.changed(), afterRefusalMs).unref()
      }
      const isOver = stage.hasEnded || performance.now() - refusedAt >= afterRefusalMs
      return isOver || server.refusedConnections > 1 || undefined
    },
    true,
  )
}

async function speakTls(stage: Stage): Promise<void> {
  const log = queueLog(stage)
  stage.start()
  await untilEnded(stage, log)
  requireFile(stage, log)
}

/** What a program must do with the connection. */
export const wireChecks: readonly Check[] = [
  {
    name: 'upload',
    title: 'goes on with a broken upload at the byte that the server asks for',
    run: resumeUpload,
  },
  {
    name: 'retry-after',
    title: 'does not come back before Retry-After has passed, after 503 and after 429',
    run: honourRetryAfter,
  },
  {
    name: 'idempotency-key',
    title: 'repeats a seat request whose answer was lost under the same Idempotency-Key',
    run: repeatSeatRequest,
  },
  {
    name: 'tls',
    title: 'speaks TLS with a server whose certificate is signed by AGENCY_CA_FILE',
    run: speakTls,
    certificate: ({ trusted }) => trusted,
  },
  {
    name: 'tls-untrusted',
    title: 'refuses a certificate that nobody it trusts has signed',
    run: refuseCertificate,
    certificate: ({ untrusted }) => untrusted,
  },
  {
    name: 'tls-other-host',
    title: 'refuses a certificate of another host',
    run: refuseCertificate,
    certificate: ({ ofAnotherHost }) => ofAnotherHost,
  },
]
