import { seats } from '@agency-support/contract/modules/seats'
import { withConnection } from '@agency-support/server/cli/copy-rows'
import { setTimeout as pause } from 'node:timers/promises'
import { SeededRandom } from '../demo-data/random.ts'
import { madeUpRequest } from './made-up-request.ts'

export interface FilingOptions {
  databaseUrl: string
  /** Where the server listens. */
  origin: string
  agentKey: string
  /** Mean time between two requests, in milliseconds. */
  paceMs: number
  /** Told once, when the server does not take a request. */
  say: (line: string) => void
}

/** The agencies filing requests while the sandbox runs. */
export interface Filing {
  /** Files no more; resolves when the last one is through. */
  stop(): Promise<void>
}

const mostAgencies = 500

/** Files requests in the name of the agencies' software, as the gateway of the agencies will. */
export async function startFiling(options: FilingOptions): Promise<Filing> {
  const agencies = await agenciesOf(options.databaseUrl)
  const leaving = new AbortController()
  const running = agencies.length === 0 ? Promise.resolve() : keepFiling(options, agencies, leaving.signal)
  return {
    stop: () => {
      leaving.abort()
      return running
    },
  }
}

async function agenciesOf(databaseUrl: string): Promise<number[]> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ agency_id: number }>(
      'select agency_id from agency where status between 1 and 4 order by agency_id limit $1',
      [mostAgencies],
    )
    return rows.map((row) => row.agency_id)
  })
}

async function keepFiling(
  options: FilingOptions,
  agencies: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const random = new SeededRandom(Date.now())
  let toldOfFailure = false
  while (await waited(options.paceMs * (0.5 + random.next()), signal)) {
    const problem = await file(options, random, random.pick(agencies))
    if (problem !== undefined && !toldOfFailure && !signal.aborted) {
      toldOfFailure = true
      options.say(`The agencies' software cannot file seat requests: ${problem}`)
    }
  }
}

/** False when the sandbox ends meanwhile. */
async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(milliseconds, undefined, { signal })
    return true
  } catch {
    return false
  }
}

/** Files one request; a sentence when it was not taken. */
async function file(
  { origin, agentKey }: FilingOptions,
  random: SeededRandom,
  agencyId: number,
): Promise<string | undefined> {
  try {
    const answer = await fetch(new URL(seats.fileRequest.at.path, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${agentKey}` },
      body: JSON.stringify(madeUpRequest(random, agencyId)),
    })
    const { code, message } = (await answer.json()) as { code: number; message: string }
    return code === 0 ? undefined : message
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
