import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { isOpen } from '@agency-support/contract/rules/agency-commands'
import type { AgencyFacts } from '@agency-support/sandbox/agencies/profile'
import { countDenials, findDenials, readAccounts } from './agency-judge.ts'
import { countKinds, type Kind, listAgencies, sortAgencies } from './agency-kinds.ts'
import { AgencySetup, mapSome } from './agency-setup.ts'
import type { Held } from './process-memory.ts'

/** What came of a run. */
export interface AgencyRunReport {
  agencies: number
  seconds: number
  /** So many of the agencies are of each kind. */
  kinds: Readonly<Record<Kind, number>>
  commands: number
  /** By how they ended. */
  ended: Readonly<Record<string, number>>
  /** Commands that were handed out more than once. */
  redelivered: number
  kills: number
  /** What the server's process held on average in the second and in the last fifth; undefined where the system does not tell. */
  held?: { early: Held; late: Held } | undefined
  /** What of it was wrong, counted. */
  wrong: ReturnType<typeof countDenials>
  /** Sentences; empty when no command was lost, run twice, or is shown as its agency would deny. */
  losses: string[]
}

export interface AgencyRunOptions {
  agencies: number
  /** How long commands are ordered. */
  seconds: number
  /** How long a command may be held without a report. */
  leaseSeconds?: number
  /** What a slow uplink carries; so little that a log lasts some leases. */
  uplinkBytesPerSecond?: number
  say?: (line: string) => void
}

/** So many orders of a hundred go to agencies that die. */
const dyingOrders = 20
const longestLifeMs = 8_000
/** What is under way counts as never ended when for so long none of it has ended. */
const stuckMs = 240_000
/** So long an agency that runs may be shown as not connected, on a machine that has far too much to do. */
const awayMs = 300_000
/** A run that is shorter is still warming up when it ends. */
const judgedSeconds = 3_600

/** Lets commands be ordered for so long, and kills meanwhile; gives what was ordered by agency. */
async function orderCommands(
  setup: AgencySetup,
  seconds: number,
): Promise<{ ordered: Map<number, number[]>; kills: number }> {
  const ordered = new Map<number, number[]>()
  const all = Object.values(setup.sorted).flat()
  const everyMs = 1000 / Math.min(10, Math.max(4, all.length / 500))
  const endAt = performance.now() + seconds * 1000
  let kills = 0
  let strikeAt = performance.now() + Math.random() * longestLifeMs
  const pick = (agencies: readonly AgencyFacts[]): number =>
    agencies[Math.floor(Math.random() * agencies.length)]?.agencyId ?? 1
  const orders: Promise<void>[] = []
  const order = async (agencyId: number, at: number): Promise<void> => {
    const commandId = await setup.order(agencyId, at)
    ordered.set(agencyId, [...(ordered.get(agencyId) ?? []), commandId])
  }
  for (let at = 0; performance.now() < endAt; at += 1) {
    const agencyId = pick(Math.random() * 100 < dyingOrders ? setup.sorted.dying : all)
    const isOrdered = order(agencyId, at)
    // Looked at in the end; until then it must not end the process.
    isOrdered.catch(() => undefined)
    orders.push(isOrdered)
    if (performance.now() > strikeAt) {
      setup.strike()
      kills += 1
      strikeAt = performance.now() + 2_000 + Math.random() * longestLifeMs
    }
    await pause(everyMs * 2 * Math.random())
  }
  await Promise.all(orders)
  return { ordered, kills }
}

/** Looks a hundred times while commands are ordered what the server's process holds. */
async function watchHeld(setup: AgencySetup, seconds: number): Promise<AgencyRunReport['held']> {
  const seen: Held[] = []
  for (let look = 1; look <= 100; look += 1) {
    await pause(seconds * 10)
    const held = setup.readHeld()
    if (held === undefined) return undefined
    seen.push(held)
  }
  return { early: averageHeld(seen.slice(20, 40)), late: averageHeld(seen.slice(80)) }
}

function averageHeld(seen: readonly Held[]): Held {
  const average = (read: (held: Held) => number): number =>
    Math.round(seen.reduce((sum, held) => sum + read(held), 0) / seen.length)
  return { megabytes: average(({ megabytes }) => megabytes), files: average(({ files }) => files) }
}

/** What a long run may not do: hold a tenth more at its end than when it had warmed up. */
export function findGrowth(held: AgencyRunReport['held'], seconds: number): string[] {
  if (held === undefined || seconds < judgedSeconds) return []
  const { early, late } = held
  return [
    ...(late.megabytes > early.megabytes * 1.1
      ? [`the server grew from ${early.megabytes} to ${late.megabytes} MB`]
      : []),
    ...(late.files > early.files * 1.1
      ? [`the server's open files and connections went from ${early.files} to ${late.files}`]
      : []),
  ]
}

/** Waits until nothing is under way any more, or for so long without an end that what is left counts as never ended. */
async function drain(setup: AgencySetup, agencyIds: readonly number[]): Promise<void> {
  let movedAt = performance.now()
  let left = agencyIds
  while (left.length > 0 && performance.now() - movedAt < stuckMs) {
    const open = await mapSome(left, async (agencyId) => {
      const shown = await setup.look(agencyId)
      return shown.some(({ state }) => isOpen(state)) ? [agencyId] : []
    })
    if (open.flat().length < left.length) movedAt = performance.now()
    left = open.flat()
    await pause(250)
  }
}

/** The agencies that run and are never shown as connected: one that was not is looked at again. */
async function findAway(setup: AgencySetup): Promise<string[]> {
  const deadline = performance.now() + awayMs
  let away = Object.values(setup.sorted)
    .flat()
    .map(({ agencyId }) => agencyId)
  for (;;) {
    const still = await mapSome(away, async (agencyId) =>
      (await setup.isConnected(agencyId)) ? [] : [agencyId],
    )
    away = still.flat()
    if (away.length === 0 || performance.now() > deadline)
      return away.map((agencyId) => `agency ${agencyId} runs and is shown as not connected`)
    await pause(1_000)
  }
}

/** Compares, agency by agency, what the console shows with what the agency says. */
async function compare(
  setup: AgencySetup,
  ordered: ReadonlyMap<number, readonly number[]>,
): Promise<{ losses: string[]; shown: QueuedCommand[] }> {
  const shown: QueuedCommand[] = []
  const losses: string[] = []
  for (const [kind, agencies] of Object.entries(setup.sorted) as [Kind, readonly AgencyFacts[]][]) {
    const file = setup.getAccountFile(kind)
    const accounts = readAccounts(existsSync(file) ? readFileSync(file, 'utf8') : '')
    await mapSome(agencies, async ({ agencyId }) => {
      const seen = await setup.look(agencyId)
      shown.push(...seen)
      losses.push(...findDenials(agencyId, ordered.get(agencyId) ?? [], seen, accounts.get(agencyId)))
    })
  }
  return { losses, shown }
}

/** Runs so many agencies for so long against the real server, and compares at the end what each of them says. */
export async function runAgencies(options: AgencyRunOptions): Promise<AgencyRunReport> {
  const { agencies, seconds, leaseSeconds = 10, uplinkBytesPerSecond = 16_384, say } = options
  const setup = new AgencySetup(sortAgencies(listAgencies(agencies)))
  try {
    await setup.open(leaseSeconds)
    say?.(`${agencies} agencies begin.`)
    await setup.startFleets(uplinkBytesPerSecond, say ?? (() => undefined))
    await setup.haveBegun()
    say?.(`All have begun; commands are ordered for ${seconds} s.`)
    const [{ ordered, kills }, held] = await Promise.all([
      orderCommands(setup, seconds),
      watchHeld(setup, seconds),
    ])
    say?.('No more orders; waiting for what is under way.')
    await drain(setup, [...ordered.keys()])
    say?.('Looking whether every agency is shown as connected.')
    const away = await findAway(setup)
    // From here on nothing changes any more, and thousands of agencies take no time from who compares.
    await setup.endFleets()
    say?.('Comparing what the console shows with what the agencies say.')
    const { losses: denials, shown } = await compare(setup, ordered)
    const losses = [...away, ...denials, ...findGrowth(held, seconds)]
    return {
      agencies,
      seconds,
      kinds: countKinds(setup.sorted),
      commands: [...ordered.values()].flat().length,
      ended: countBy(shown.map(({ state, reason }) => reason ?? state)),
      redelivered: shown.filter(({ attempt }) => attempt > 1).length,
      kills,
      held,
      wrong: countDenials(losses),
      losses,
    }
  } finally {
    await setup.close()
  }
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
