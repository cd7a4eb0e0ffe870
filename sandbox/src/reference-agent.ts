import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/* The software of one agency as specified in docs/agent-protocol/README.md, small enough to read: only Node's own
   modules, and only what the protocol requires. It may be killed at any moment. */

const version = '1.0.0'
const pollSeconds = 25
const heartbeatMs = 30_000
const silenceMs = 20_000
// Arrives within the server's half minute even at 16 kB/s.
const pieceBytes = 262_144

function need(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set.`)
  return value
}

const base = new URL(need('AGENCY_BASE_URL'))
const key = need('AGENCY_KEY')
const folder = need('AGENCY_STATE_DIR')
const caFile = process.env['AGENCY_CA_FILE']
const seatRequest = process.env['AGENCY_SEAT_REQUEST']
mkdirSync(folder, { recursive: true })

const isTls = base.protocol === 'https:'
// Without a file the system's authorities are trusted; the certificate is always verified.
const ca = caFile === undefined || caFile === '' ? undefined : readFileSync(caFile)
const sockets = isTls ? new HttpsAgent({ keepAlive: true, ca }) : new HttpAgent({ keepAlive: true })

interface Claimed {
  commandId: number
  attempt: number
  command: string
  argument: string
  begun: boolean
}

/** The result of a command. */
interface Ending {
  outcome: 'succeeded' | 'failed' | 'interrupted'
  output: string
  uploadIds: string[]
  reason?: 'unknownCommand'
}

/** A line of the record: the state of a command, or of the seat request. */
interface Line {
  of: number | 'seatRequest'
  what: 'begun' | 'ended' | 'reported'
  ending?: Ending
  idempotencyKey?: string
}

// The record. A line is on disk before the step that it permits.

const recordFile = join(folder, 'record')
const known = new Map<Line['of'], Line>()
// Text after the last line break is an incomplete write of a killed process: it does not count.
for (const text of existsSync(recordFile) ? readFileSync(recordFile, 'utf8').split('\n').slice(0, -1) : []) {
  if (text === '') continue
  const line = JSON.parse(text) as Line
  known.set(line.of, line)
}
const record = openSync(recordFile, 'a')
writeSync(record, '\n')

function remember(line: Line): void {
  writeSync(record, `${JSON.stringify(line)}\n`)
  fsyncSync(record)
  known.set(line.of, line)
}

// The agency's log: a line for each command run.

const logFile = join(folder, 'error.log')
function log(sentence: string): void {
  appendFileSync(logFile, `${new Date().toISOString()} ${sentence}\n`)
}

// HTTP.

interface Answer {
  status: number
  retryAfterMs: number
  body: string
}

interface Envelope {
  code: number
  message: string
  data: unknown[]
}

function exchange(
  path: string,
  type: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = (isTls ? httpsRequest : httpRequest)(new URL(path, base), {
      agent: sockets,
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      timeout: silenceMs + pollSeconds * 1000,
    })
    asked.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfterMs: 1000 * Number(response.headers['retry-after'] ?? 0),
          body: text,
        }),
      )
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', reject)
    asked.end(body)
  })
}

/** Retries until there is an answer: with backoff while the server is unreachable, and never before its Retry-After. */
async function ask(
  path: string,
  type: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Envelope> {
  for (let failures = 0; ; failures += 1) {
    const answer = await exchange(path, type, body, headers).catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      if (answer.status === 200) return JSON.parse(answer.body) as Envelope
      // Waiting cures neither a wrong key nor a wrong body: a person has to look.
      throw new Error(`${path}: ${answer.body}`)
    }
    const backoff = Math.min(30_000, 250 * 2 ** Math.min(failures, 7)) * (0.5 + Math.random() / 2)
    await pause(Math.max(answer?.retryAfterMs ?? 0, backoff))
  }
}

function post(path: string, body: object): Promise<Envelope> {
  return ask(path, 'application/json', JSON.stringify(body), {})
}

// Uploads.

interface OpenUpload {
  uploadId: string
  offset: number
}

/** Sends a file for a command, resuming after a broken connection; returns the id of the upload. */
async function sendFile(kind: string, name: string, bytes: Buffer, commandId: number): Promise<string> {
  const announcement = {
    kind,
    name,
    location: kind === 'log' ? 8 : 0,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fileTimestamp: new Date().toISOString(),
    commandId,
  }
  for (let start = 1; start <= 3; start += 1) {
    const opened = await post('/agent/v1/uploads', announcement)
    if (opened.code !== 0) throw new Error(opened.message)
    const { uploadId, offset } = opened.data[0] as OpenUpload
    await sendBytes(uploadId, bytes, offset)
    const { code, message } = await post('/agent/v1/uploads/finish', { uploadId })
    // 422: digest mismatch; 404 after a lost answer: the file has arrived.
    if (code === 0 || code === 404) return uploadId
    if (code !== 422) throw new Error(message)
  }
  throw new Error(`${name} did not arrive as it was sent.`)
}

async function sendBytes(uploadId: string, bytes: Buffer, from: number): Promise<void> {
  let offset = from
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + pieceBytes)
    const path = `/agent/v1/uploads/${uploadId}/bytes?offset=${offset}`
    const { code, message, data } = await ask(path, 'application/octet-stream', piece, {})
    // After a broken connection part of it may have arrived: 409 says where to continue.
    if (code !== 0 && code !== 409) throw new Error(message)
    offset = (data[0] as OpenUpload).offset
  }
}

// Commands.

async function run({ commandId, command }: Claimed): Promise<Ending> {
  log(`Command ${commandId}: ${command}`)
  try {
    if (command === 'log')
      return succeeded(await sendFile('log', 'error.log', readFileSync(logFile), commandId))
    if (command === 'count' || command === 'resendMetrics')
      return succeeded(await sendJson('agencyMetrics', 'agency-metrics.json', metrics(), commandId))
    if (command === 'agency' || command === 'resendConfig')
      return succeeded(await sendJson('agencyConfig', 'agency-config.json', { version }, commandId))
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
  return { ...failed(`This version does not know the command ${command}.`), reason: 'unknownCommand' }
}

const succeeded = (uploadId: string): Ending => ({
  outcome: 'succeeded',
  output: 'Sent.\n',
  uploadIds: [uploadId],
})
const failed = (output: string): Ending => ({ outcome: 'failed', output, uploadIds: [] })

function sendJson(kind: string, name: string, content: object, commandId: number): Promise<string> {
  return sendFile(kind, name, Buffer.from(JSON.stringify(content)), commandId)
}

/** This agency has no clients. */
function metrics(): object {
  return { totals: { 0: { count: 0, active: 0, archived: 0, errors: 0 } } }
}

async function finish({ commandId, attempt }: Claimed, ending: Ending): Promise<void> {
  const { code, data } = await post('/agent/v1/commands/finish', { commandId, attempt, ...ending })
  const state = (data[0] as { state?: string } | undefined)?.state
  // The lease ran out: the command will be handed out again, and must still be known then.
  if (code === 409 && (state === 'queued' || state === 'delivered')) return
  remember({ of: commandId, what: 'reported' })
}

async function take(claimed: Claimed): Promise<void> {
  const { commandId, attempt } = claimed
  const before = known.get(commandId)
  if (before?.ending !== undefined) return finish(claimed, before.ending)
  if (claimed.begun || before !== undefined)
    return finish(claimed, { outcome: 'interrupted', output: 'The program was stopped.', uploadIds: [] })
  remember({ of: commandId, what: 'begun' })
  await post('/agent/v1/commands/acknowledge', { commandId, attempt })
  const answer = await post('/agent/v1/commands/progress', { commandId, attempt, output: 'Begun.\n' })
  if (answer.code !== 0) return
  const ending = await run(claimed)
  remember({ of: commandId, what: 'ended', ending })
  await finish(claimed, ending)
}

async function serveCommands(): Promise<never> {
  for (;;) {
    const { code, message, data } = await post('/agent/v1/commands/claim', {
      waitSeconds: pollSeconds,
      most: 5,
    })
    if (code !== 0) throw new Error(message)
    for (const command of data as Claimed[]) await take(command)
  }
}

/** Files the agency's seat request: once, even if the answer is lost or the program killed. */
async function fileSeatRequest(request: string): Promise<void> {
  const before = known.get('seatRequest')
  if (before?.what === 'reported') return
  const idempotencyKey = before?.idempotencyKey ?? randomUUID()
  remember({ of: 'seatRequest', what: 'begun', idempotencyKey })
  await ask('/agent/v1/seat-requests', 'application/json', request, { 'idempotency-key': idempotencyKey })
  remember({ of: 'seatRequest', what: 'reported' })
}

async function sendHeartbeats(): Promise<never> {
  for (;;) {
    await post('/agent/v1/heartbeat', { versionDisplay: version, hostName: hostname() })
    await pause(heartbeatMs)
  }
}

log(`Version ${version} started.`)
await Promise.all([
  sendHeartbeats(),
  serveCommands(),
  ...(seatRequest === undefined || seatRequest === '' ? [] : [fileSeatRequest(seatRequest)]),
])
