import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { toBody, type Fixtures } from './cases.ts'
import type { Contenders } from './comparison.ts'
import type { GateCase } from './held.ts'
import { post, Screen } from './live-latency.ts'

const screens = 500
const perSecond = 50
const seconds = 6
/** Timeout: a change not received by then counts with this time. */
const giveUpMs = 10_000

/** Latency of a change to another screen with many screens and changes, and its cost on the server. */
export function liveCase({ product }: Contenders, fixtures: Fixtures): GateCase {
  return {
    name: 'live',
    measure: async (times) => {
      const { p95, note } = await measureChanges(product.port, fixtures, seconds * times, () =>
        product.child.ask('delay'),
      )
      const delay = await product.child.ask('delay')
      const work = `live: ${screens} screens, ${perSecond} changes/s`
      return [
        { work, what: 'change to another screen p95, ms', value: p95, bound: 300, is: 'at most', note },
        { work, what: 'event-loop delay p99, ms', value: delay, bound: 50, is: 'at most', note: '' },
      ]
    },
  }
}

async function measureChanges(
  port: number,
  fixtures: Fixtures,
  forSeconds: number,
  begun: () => Promise<number>,
): Promise<{ p95: number; note: string }> {
  const agent = new Agent({ keepAlive: true })
  const { cookies, ids, origin } = fixtures
  const open: Screen[] = []
  for (let at = 0; at < screens; at += 1)
    open.push(await Screen.open(port, cookies[at % (cookies.length - 1)] ?? ''))
  await begun()
  const to = { port, path: '/api/request', agent, cookie: cookies.at(-1) ?? '', origin }
  const began = performance.now()
  const took: Promise<number>[] = []
  for (let at = 0; at < forSeconds * perSecond; at += 1) {
    const wait = began + (at * 1000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const sent = performance.now()
    // A different screen receives each.
    const received = open[(at * 7) % screens]?.receives(`"agencyId":${ids[at % ids.length]},`)
    const body = { ...toBody('rename', fixtures, at), name: `Told Insurance ${at} ${sent}` }
    const done = Promise.race([Promise.all([received, post(to, body)]), pause(giveUpMs)])
    const latency = done.then(() => performance.now() - sent)
    // Promise.all reports the first failure; this avoids an unhandled rejection before that.
    latency.catch(() => undefined)
    took.push(latency)
  }
  const times = (await Promise.all(took)).toSorted((a, b) => a - b)
  for (const screen of open) screen.close()
  agent.destroy()
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return { p95: at(0.95), note: `${times.length} changes, half of them in ${at(0.5).toFixed(0)} ms` }
}
