import { setTimeout as pause } from 'node:timers/promises'
import { sandboxConfig } from '../../src/settings/config.ts'
import { findCommandLosses, isAllOver } from './command-judge.ts'
import { findLosses } from './judge.ts'
import { type Change, listChanges } from './load.ts'
import {
  hearsOfChange,
  limitsPlaces,
  locksOut,
  orderCommands,
  type Probe,
  signsOutEverywhere,
} from './node-probes.ts'
import { NodeSetup } from './node-setup.ts'
import { prepare } from './rounds.ts'

/** What came of all kills. */
export interface NodeReport {
  kills: number
  acknowledged: number
  /** Requests that had to be sent again, for their process had died or was busy starting. */
  repeated: number
  commands: number
  /** Sentences; empty when both processes always said the same and nothing was lost. */
  faults: string[]
}

export interface NodeOptions {
  kills: number
  /** Between two kills; the load goes on meanwhile. */
  everyMs: number
  /** By the example for nginx, with TLS. */
  isThroughNginx: boolean
  say?: (line: string) => void
}

const workers = 8
const changesBeforeKill = 20
const drainMs = 120_000
/** Those that use up what a minute allows are looked at in one round of so many. */
const seldom = 12

interface Load {
  changes: readonly Change[]
  countRepeated(): number
  stop(): Promise<void>
}

/** Changes this and that without pause; each change is asked for under its key until somebody answers. */
function startLoad(setup: NodeSetup, cookie: string, round: number): Load {
  const changes: Change[] = []
  const source = listChanges(round)
  let isStopped = false
  let repeated = 0
  const work = async (): Promise<void> => {
    while (!isStopped) {
      const change = source.next().value as Change
      changes.push(change)
      let tries = 0
      const got = await setup.until({ cookie }, (client) => {
        tries += 1
        return change.ask(client, change.key)
      })
      repeated += tries - 1
      // Nobody knows how far it came, and it is not done blindly again.
      if (change.kind.isOutside === true && got.code === 409) continue
      if (got.code !== 0) throw new Error(`${change.kind.event} ${change.mark} was refused: ${got.text}`)
      change.acknowledged = true
    }
  }
  const all = Promise.all(Array.from({ length: workers }, work))
  // Whoever stops the load hears of it.
  all.catch(() => undefined)
  return {
    changes,
    countRepeated: () => repeated,
    stop: async () => {
      isStopped = true
      await all
    },
  }
}

async function waitForChanges({ changes }: Load): Promise<void> {
  const deadline = performance.now() + drainMs
  while (changes.filter(({ acknowledged }) => acknowledged).length < changesBeforeKill) {
    if (performance.now() > deadline) throw new Error('the load stands still')
    await pause(10)
  }
}

async function drainCommands(setup: NodeSetup): Promise<void> {
  const deadline = performance.now() + drainMs
  while (!(await isAllOver(setup.db))) {
    if (performance.now() > deadline) throw new Error('commands are still open after every lease ran out')
    await pause(100)
  }
}

/** Kills one of two processes, in turns, while requests go to both, and looks whether they agree and nothing is lost. */
export async function nodeRounds(options: NodeOptions): Promise<NodeReport> {
  const { kills, everyMs, isThroughNginx, say = () => undefined } = options
  await using setup = await NodeSetup.open({ isThroughNginx })
  const report: NodeReport = { kills: 0, acknowledged: 0, repeated: 0, commands: 0, faults: [] }
  const all: Change[] = []
  const ordered: number[] = []
  const { sealKeys } = sandboxConfig({ databaseUrl: setup.databaseUrl })
  for (let round = 1; round <= kills; round += 1) {
    const next = pause(everyMs)
    const cookie = await prepare(setup.databaseUrl, round, { publicOrigin: setup.origin })
    const load = startLoad(setup, cookie, round)
    await waitForChanges(load)
    const usual: readonly Probe[] = [hearsOfChange, signsOutEverywhere]
    const probes = round % seldom === 1 ? [...usual, locksOut, limitsPlaces] : usual
    const probing = Promise.all(probes.map((probe) => probe(setup, round)))
    const ordering = orderCommands(setup, cookie, round)
    await pause(Math.random() * 200)
    await setup.killAndStart(round % 2)
    const [found, commands] = await Promise.all([probing, ordering, next])
    await load.stop()
    all.push(...load.changes)
    ordered.push(...commands)
    const faults = [...found.flat(), ...(await findLosses(setup.db, all, sealKeys))]
    report.faults.push(...faults.map((fault) => `kill ${round}: ${fault}`))
    report.kills = round
    report.repeated += load.countRepeated()
    say(
      `kill ${round}: ${load.changes.length} changes, ${load.countRepeated()} repeated, ${faults.length} faults`,
    )
  }
  await drainCommands(setup)
  report.faults.push(...(await findCommandLosses(setup.db, ordered, setup.logs)))
  return { ...report, acknowledged: all.length, commands: ordered.length }
}
