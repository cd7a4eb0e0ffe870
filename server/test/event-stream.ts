import { LiveHint } from '@agency-support/contract/modules/journal'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { z } from 'zod'
import type { TestServer } from './app.ts'
import type { TestClient } from './client.ts'
import { until } from './until.ts'

/** A browser's view of the live stream. */
export interface EventStream {
  response: IncomingMessage
  /** Whether the greeting said that nothing was missed; undefined before the greeting. */
  resumed(): boolean | undefined
  /** Everything told so far. */
  hints(): readonly LiveHint[]
  /** The id to resume from. */
  lastId(): string | undefined
  /** Comments that only keep the connection open. */
  beats(): number
  /** True when the server said that the session is over. */
  saidEnd(): boolean
  /** How often the server said that the person's permissions have changed. */
  accessChanges(): number
  hasEnded(): boolean
  /** Waits for a hint that fits. */
  sees(what: string, fits: (hint: LiveHint) => boolean): Promise<LiveHint>
  /** Goes away without a word, as a browser does. */
  drop(): void
}

interface Seen {
  resumed: boolean | undefined
  hints: LiveHint[]
  lastId: string | undefined
  beats: number
  saidEnd: boolean
  accessChanges: number
  hasEnded: boolean
}

const Hints = z.array(LiveHint)
const Hello = z.object({ resumed: z.boolean() })

function take(seen: Seen, block: string): void {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  // As a browser: an id counts once its whole block has arrived.
  seen.lastId = fields.get('id') ?? seen.lastId
  if (block.startsWith(':')) seen.beats += 1
  const data: unknown = JSON.parse(fields.get('data') ?? 'null')
  const kind = fields.get('event')
  if (kind === 'hello') seen.resumed = Hello.parse(data).resumed
  if (kind === 'hints') seen.hints.push(...Hints.parse(data))
  if (kind === 'end') seen.saidEnd = true
  if (kind === 'account') seen.accessChanges += 1
}

function read(response: IncomingMessage, seen: Seen): void {
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) take(seen, block)
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    seen.hasEnded = true
  })
}

/** Opens the stream and waits for its greeting. */
export async function openStream(
  server: Pick<TestServer, 'port'>,
  client: TestClient,
  lastEventId?: string,
  after?: string,
): Promise<EventStream> {
  const headers = {
    cookie: client.cookie,
    'sec-fetch-site': 'same-origin',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  let asked: ClientRequest | undefined
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked = request({
      host: '127.0.0.1',
      port: server.port,
      path: after === undefined ? '/api/live' : `/api/live?after=${encodeURIComponent(after)}`,
      headers: Object.fromEntries(given),
    })
    asked.once('response', resolve).once('error', reject).end()
  })
  asked?.on('error', () => undefined)
  const seen: Seen = {
    resumed: undefined,
    hints: [],
    lastId: lastEventId,
    beats: 0,
    saidEnd: false,
    accessChanges: 0,
    hasEnded: false,
  }
  read(response, seen)
  await until(
    'the stream greets',
    () => seen.resumed !== undefined || response.statusCode !== 200 || seen.hasEnded,
  )
  return {
    response,
    resumed: () => seen.resumed,
    hints: () => seen.hints,
    lastId: () => seen.lastId,
    beats: () => seen.beats,
    saidEnd: () => seen.saidEnd,
    accessChanges: () => seen.accessChanges,
    hasEnded: () => seen.hasEnded,
    sees: async (what, fits) => {
      await until(`the stream tells ${what}`, () => seen.hints.some(fits))
      return seen.hints.find(fits) ?? Promise.reject(new Error(what))
    },
    drop: () => response.destroy(),
  }
}
