import { DurableRecord } from '@agency-support/sandbox/agencies/durable-record'
import { startDelayMs } from '@agency-support/sandbox/agencies/fleet'
import type { SimulatedAgency } from '@agency-support/sandbox/agencies/software'
import { demoAgencies } from '@agency-support/sandbox/demo-data/agencies'
import { giveAgentKeys, sandboxAgentKey } from '@agency-support/sandbox/demo-data/agent-keys'
import { demoSeed } from '@agency-support/sandbox/demo-data/seed'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from './child.ts'
import type { Contenders } from './comparison.ts'
import type { ProcessUse } from './fleet.ts'
import type { GateCase } from './held.ts'

/** By then the first polls of the agencies started last are over. */
const settlingMs = 30_000
const liveAgencies = 200
const sampleMs = 20_000

/** The software of this many demo agencies, in its own process. */
export interface Fleet {
  child: Child<'use', ProcessUse>
  simulated: readonly SimulatedAgency[]
}

/** Starts the software of agencies, with its data in this folder; resolves when all have started and settled. */
export async function startFleet(
  { databaseUrl, port }: { databaseUrl: string; port: number },
  count: number,
  folder: string,
): Promise<Fleet> {
  const simulated: SimulatedAgency[] = Array.from(demoAgencies(count, demoSeed), (agency) => ({
    ...agency,
    agencyKey: sandboxAgentKey(agency.agencyId),
  }))
  await giveAgentKeys(
    databaseUrl,
    simulated.map(({ agencyId }) => agencyId),
  )
  const record = await settledRecord(join(folder, 'record'), simulated)
  const file = join(folder, 'fleet.json')
  writeFileSync(
    file,
    JSON.stringify({ origin: `http://127.0.0.1:${port}`, agencies: simulated, record, speed: 1 }),
  )
  const { child } = await startChild<'ready', 'use', ProcessUse>('./fleet.ts', { args: [file] })
  await pause(startDelayMs(count) + settlingMs)
  return { child, simulated }
}

/** Skips the starting data, because only idle polling is measured. */
async function settledRecord(path: string, simulated: readonly SimulatedAgency[]): Promise<string> {
  const record = await DurableRecord.open(path)
  await Promise.all(simulated.map(({ agencyId }) => record.settle(agencyId)))
  await record.close()
  return path
}

/** The processor time, as a share of a core, of server and agencies' software without any requests. */
export function atRestCase({ product }: Contenders, databaseUrl: string): GateCase {
  return {
    name: 'at rest',
    measure: async (times) => {
      const folder = mkdtempSync(join(tmpdir(), 'bench-at-rest-'))
      const { child: fleet } = await startFleet({ databaseUrl, port: product.port }, liveAgencies, folder)
      try {
        const before = [await product.child.ask('cpu'), (await fleet.ask('use')).cpu] as const
        await pause(sampleMs * times)
        const after = [await product.child.ask('cpu'), (await fleet.ask('use')).cpu] as const
        const share = (from: number, to: number): number => (to - from) / (sampleMs * times * 10)
        const [server, software] = [share(before[0], after[0]), share(before[1], after[1])]
        return [
          {
            work: `at rest, ${liveAgencies} live agencies`,
            what: 'server and their software, % of a core',
            value: server + software,
            bound: 10,
            is: 'at most',
            note: `${server.toFixed(1)} and ${software.toFixed(1)} %`,
          },
        ]
      } finally {
        await fleet.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
