import { agencies } from '@agency-support/contract/modules/agencies'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { answerParent } from './child.ts'

/** People who load the list of all agencies, each again as soon as the last one has arrived. */
export interface Listers {
  port: number
  origin: string
  /** One per person. */
  cookies: readonly string[]
}

/** What they received while active. */
export interface Listed {
  /** Complete answers. */
  lists: number
  /** Answers 429. */
  refused: number
  /** Answers that ended early. */
  broken: number
  megabytes: number
}

const { port, origin, cookies } = JSON.parse(process.argv[2] ?? '') as Listers
const { at } = agencies.listConfigs
const agent = new Agent({ keepAlive: true })
const body = JSON.stringify({ command: at.form === 'command' ? at.command : '' })
const nothing: Listed = { lists: 0, refused: 0, broken: 0, megabytes: 0 }
let listed = { ...nothing }
let stopped = new AbortController()

async function ask(cookie: string, signal: AbortSignal): Promise<void> {
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const outgoing = request({ port, path: at.path, method: at.method, agent, headers, signal }).end(body)
  outgoing.on('error', () => undefined)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.on('data', (chunk: Buffer) => {
    listed.megabytes += chunk.length / 1_000_000
  })
  await once(response, 'end')
  if (response.statusCode === 429) {
    listed.refused += 1
    await pause(Number(response.headers['retry-after']) * 1000, undefined, { signal })
  } else if (response.statusCode === 200) listed.lists += 1
  else throw new Error(`The list was answered ${response.statusCode}.`)
}

async function keepAsking(cookie: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    await ask(cookie, signal).catch(() => {
      if (!signal.aborted) listed.broken += 1
    })
}

/** Starts all of them, or stops them and returns what they received. */
function turn(on: boolean): Listed {
  const got = listed
  stopped.abort()
  stopped = new AbortController()
  listed = { ...nothing }
  if (on) for (const cookie of cookies) void keepAsking(cookie, stopped.signal)
  return got
}

answerParent<'on' | 'off', Listed>(
  (question) => turn(question === 'on'),
  () => {
    turn(false)
    agent.destroy()
    return Promise.resolve()
  },
)
process.send?.('ready')
