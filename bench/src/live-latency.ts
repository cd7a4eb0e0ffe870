import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { toBody, type Fixtures } from './cases.ts'

export const liveLatencyCase = 'live-latency'

/** Maximum latency of a change to all open screens, and of the end of a session to its own (milliseconds). */
const latest = 1_000
const screens = 100
const renames = 50
const signOuts = 20

/** The result; milliseconds from sending the request until the last affected screen was notified. */
export interface LiveLatency {
  change: { median: number; most: number }
  end: { median: number; most: number }
  isFine: boolean
}

/** Measures the latency of a change to 100 open screens, and of the end of a session to its screen. */
export async function measureLiveLatency(port: number, fixtures: Fixtures): Promise<LiveLatency> {
  const agent = new Agent({ keepAlive: true })
  const cookies = fixtures.cookies.slice(0, screens)
  const open = await Promise.all(cookies.map((cookie) => Screen.open(port, cookie)))
  const sender = fixtures.cookies.at(-1) ?? ''
  const send = (path: string, cookie: string, body: object): Promise<void> =>
    post({ port, path, agent, cookie, origin: fixtures.origin }, body)
  const changes: number[] = []
  for (let at = 0; at < renames; at += 1) {
    const body = toBody('rename', fixtures, at)
    const sent = performance.now()
    const received = open.map((screen) =>
      screen.receives(`"agencyId":${fixtures.ids[at % fixtures.ids.length]},`),
    )
    await Promise.all([...received, send('/api/request', sender, { ...body, name: `Told Insurance ${at}` })])
    changes.push(performance.now() - sent)
  }
  const ends: number[] = []
  for (const [at, cookie] of cookies.slice(0, signOuts).entries()) {
    const sent = performance.now()
    await Promise.all([open[at]?.receives('event: end'), send('/auth/staff/signout', cookie, {})])
    ends.push(performance.now() - sent)
  }
  for (const screen of open) screen.close()
  agent.destroy()
  const [change, end] = [spread(changes), spread(ends)]
  return { change, end, isFine: Math.max(change.most, end.most) <= latest }
}

/** The result as a sentence. */
export function liveLatencySentence({ change, end }: LiveLatency): string {
  const ms = (time: number): string => `${time.toFixed(0)} ms`
  return (
    `${screens} open screens heard of a change after ${ms(change.median)} (median; ${ms(change.most)} at most), ` +
    `a screen of the end of its session after ${ms(end.median)} (${ms(end.most)} at most); ${latest} ms are allowed.`
  )
}

function spread(times: readonly number[]): { median: number; most: number } {
  return {
    median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
    most: Math.max(...times),
  }
}

/** An open live stream. */
export class Screen {
  readonly #stop: () => void
  #text = ''
  readonly #waiting = new Map<string, () => void>()

  private constructor(stop: () => void) {
    this.#stop = stop
  }

  static async open(port: number, cookie: string): Promise<Screen> {
    const outgoing = request({
      port,
      path: '/api/live',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    outgoing.on('error', () => undefined).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const screen = new Screen(() => outgoing.destroy())
    const greeted = screen.receives('event: hello')
    response.setEncoding('utf8').on('error', () => undefined)
    response.on('data', (text: string) => screen.#take(text))
    await greeted
    return screen
  }

  /** Resolves when the stream contains this text, from now on. */
  receives(text: string): Promise<void> {
    if (this.#waiting.size === 0) this.#text = ''
    return new Promise((resolve) => {
      this.#waiting.set(text, resolve)
    })
  }

  close(): void {
    this.#stop()
  }

  #take(text: string): void {
    if (this.#waiting.size === 0) return
    this.#text += text
    for (const [wanted, resolve] of this.#waiting) {
      if (!this.#text.includes(wanted)) continue
      this.#waiting.delete(wanted)
      resolve()
    }
  }
}

interface Target {
  port: number
  path: string
  agent: Agent
  cookie: string
  origin: string
}

/** Sends a JSON body and waits for the whole answer; throws for any status but 200. */
export async function post({ origin, cookie, ...to }: Target, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const outgoing = request({ ...to, method: 'POST', headers }).end(text)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${to.path} was answered ${response.statusCode}`)
}
