import type { SimulatedAgency } from '@agency-support/sandbox/agencies/software'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFleet } from './at-rest.ts'
import { cookieName } from './people.ts'
import { type BenchSetup, setUp } from './setup.ts'
import { startProduct } from './start-product.ts'
import { say } from './say.ts'

const commandsToTry = 30

/** The resources that the polling software of many agencies takes from this machine. */
async function main(count: number, seconds: number): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'bench-agencies-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const setup = await setUp({ demo: count }, say)
  ends.defer(() => setup.stop())
  const { first: product, child: server } = await startProduct(setup.databaseUrl, folder)
  ends.defer(() => server.stop())
  say(`${count} agencies begin; they are looked at for ${seconds} s when all have begun.`)
  const at = { databaseUrl: setup.databaseUrl, port: product.port }
  const { child: fleet, simulated } = await startFleet(at, count, folder)
  ends.defer(() => fleet.stop())
  const before = [await fleet.ask('use'), await server.ask('cpu')] as const
  await pause(seconds * 1000)
  const after = [await fleet.ask('use'), await server.ask('cpu')] as const
  const share = (from: number, to: number) => `${((to - from) / (seconds * 10_000)).toFixed(1)} %`
  say(
    `Agencies' software: ${share(before[0].cpu, after[0].cpu)} of a core, ${after[0].megabytes.toFixed(0)} MB.`,
  )
  say(`Server: ${share(before[1], after[1])} of a core.`)
  say(await pickUps(product.origin, product.port, setup, simulated))
}

/** Queues commands for some agencies one after another, and measures how soon they are fetched. */
async function pickUps(
  origin: string,
  port: number,
  { tokens }: BenchSetup,
  simulated: readonly SimulatedAgency[],
): Promise<string> {
  const ask = async (body: object): Promise<{ code: number; data: Collected[] }> => {
    const headers = { origin, cookie: `${cookieName}=${tokens[0]}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/request`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; data: Collected[] }
  }
  const times: number[] = []
  for (const { agencyId } of simulated) {
    if (times.length === commandsToTry) break
    const asked = performance.now()
    const command = { command: 'IssueCommandToAgency', agencyId, agencyCommand: 'pcssync', argument: '' }
    const [queued] = (await ask(command)).data
    // Online agencies get no commands, and an agency that is off fetches none.
    if (queued?.expectedPickup !== 'atOnce') continue
    for (;;) {
      const { data } = await ask({ command: 'GetAgencyQueuedCommands', agencyId })
      if (data[0]?.state !== 'queued') break
    }
    times.push(performance.now() - asked)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(0)
  return `${times.length} commands were collected within ${at(0.5)} ms (half of them) and ${at(1)} ms (all).`
}

interface Collected {
  state: string
  expectedPickup: string | null
}

const { positionals } = parseArgs({ allowPositionals: true })
const [count = '5000', seconds = '60'] = positionals
await main(Number(count), Number(seconds))
