import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { session, SignInStatus } from '@agency-support/contract/modules/session'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/lib/clock.ts'
import { signInsPerMinute } from '../../src/calls/throttle.ts'
import { giveAgentKey } from '../agent-keys.ts'
import { type EventStream, openStream } from '../event-stream.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { type NodeSetup, softwareIds } from './node-setup.ts'

/** Something that must hold while a process dies; sentences of what did not. */
export type Probe = (setup: NodeSetup, round: number) => Promise<string[]>

const hearMs = 60_000
const retryMs = 20

async function openCookie({ db, origin }: NodeSetup): Promise<string> {
  const person = await makeStaff(db, systemClock, { permissions: allPermissions })
  return (await openTestSession(db, systemClock, person, { publicOrigin: origin })).cookie
}

async function listen(
  setup: NodeSetup,
  cookie: string,
  lastId: string | undefined,
): Promise<EventStream | undefined> {
  return setup.once({ cookie }, async (client) => {
    const stream = await openStream(setup, client, lastId)
    return stream.response.statusCode === 200 ? stream : undefined
  })
}

/** A screen hears of a change, whichever process took it and however often the screen has to connect anew. */
export const hearsOfChange: Probe = async (setup, round) => {
  const cookie = await openCookie(setup)
  const agencyId = 72_000 + round
  await giveAgentKey(setup.db, systemClock, agencyId)
  let stream: EventStream | undefined
  const deadline = performance.now() + hearMs
  while (stream === undefined && performance.now() < deadline) stream = await listen(setup, cookie, undefined)
  const changed = await setup.ask(
    agencies.updateStatus,
    { agencyId, status: 2 },
    { cookie, key: `hears-of-round-${round}` },
  )
  if (changed.code !== 0) return [`a change of a status was answered ${changed.text}`]
  const isSeen = (): boolean =>
    stream?.hints().some((hint) => hint.module === 'agencies' && (hint.agencyId ?? agencyId) === agencyId) ===
      true || stream?.resumed() === false
  while (!isSeen() && performance.now() < deadline) {
    if (stream === undefined || stream.hasEnded())
      stream = (await listen(setup, cookie, stream?.lastId())) ?? stream
    await pause(retryMs)
  }
  stream?.drop()
  return isSeen() ? [] : [`no screen heard of the status of agency ${agencyId}`]
}

/** Who has signed out is signed out everywhere. */
export const signsOutEverywhere: Probe = async (setup) => {
  const cookie = await openCookie(setup)
  const before = await setup.ask(session.whoami, {}, { cookie })
  const out = await setup.ask(session.signOut, {}, { cookie })
  const faults = before.status === 200 ? [] : [`a session was answered ${before.status}`]
  // A sign-out whose answer was lost is repeated, and finds nobody there.
  if (out.status !== 200 && out.status !== 401) faults.push(`a sign-out was answered ${out.status}`)
  for (const port of setup.nodePorts) {
    const got = await setup.once({ cookie }, (client) => client.call(session.whoami, {}), port)
    if (got?.status === 200) faults.push('somebody who had signed out was let in')
  }
  return faults
}

async function trySignIn(
  setup: NodeSetup,
  place: string,
  given: { username: string; password: string },
): Promise<{ status: number; result?: number } | undefined> {
  return setup.once({}, async (client) => {
    const got = await client.call(session.signIn, given, { 'x-forwarded-for': place })
    return { status: got.status, ...(got.status === 200 ? { result: got.bare().status } : {}) }
  })
}

/** Ten wrong passwords lock a name, whichever processes they are shown to; an attempt without an answer may count. */
export const locksOut: Probe = async (setup, round) => {
  const password = 'three green boats at dawn'
  const { username } = await makeStaff(setup.db, systemClock, { password })
  const place = `10.2.${Math.floor(round / 250)}.${1 + (round % 250)}`
  let wrong = 0
  let isLocked = false
  for (let tried = 0; tried < 40 && !isLocked; tried += 1) {
    const got = await trySignIn(setup, place, { username, password: `wrong ${tried}` })
    if (got?.result === SignInStatus.invalidCredentials) wrong += 1
    isLocked = got?.result === SignInStatus.lockedOut
    if (got === undefined || got.status === 503) await pause(retryMs)
    // So many fail in a minute that nobody may try; that is another limit.
    if (got?.status === 429) return []
  }
  const faults = wrong <= 10 ? [] : [`${wrong} wrong passwords of ${username} were looked at`]
  if (!isLocked) return [...faults, `${username} was not locked`]
  for (let turn = 0; turn < 2; turn += 1) {
    const got = await trySignIn(setup, place, { username, password })
    if (got?.result === SignInStatus.success) faults.push(`${username} got in while locked`)
  }
  return faults
}

/** So many sign-ins of one place are let in within a minute, over both processes together. */
export const limitsPlaces: Probe = async (setup, round) => {
  const place = `10.3.${Math.floor(round / 250)}.${1 + (round % 250)}`
  const began = performance.now()
  let letIn = 0
  let isTurnedAway = false
  // Past the minute the next one has begun.
  const isInTime = (): boolean => performance.now() - began < 55_000
  while (!isTurnedAway && letIn <= signInsPerMinute && isInTime()) {
    const got = await trySignIn(setup, place, { username: '', password: 'whatever' })
    if (got?.status === 200) letIn += 1
    isTurnedAway = got?.status === 429
    if (got === undefined) await pause(retryMs)
  }
  if (!isInTime()) return []
  return letIn <= signInsPerMinute ? [] : [`${letIn} sign-ins of one place were let in within a minute`]
}

/** Orders commands, each under its key until it is answered; their ids. */
export async function orderCommands(
  setup: NodeSetup,
  cookie: string,
  round: number,
): Promise<readonly number[]> {
  const ids: number[] = []
  for (let number = 0; number < 4; number += 1) {
    const agencyId = softwareIds[number % softwareIds.length] ?? softwareIds[0]
    const input = { agencyId, agencyCommand: 'count', again: true } as const
    const got = await setup.ask(agencyCommands.issue, input, {
      cookie,
      key: `round-${round}-command-${number}`,
    })
    const [command] = got.data
    if (command === undefined) throw new Error(`a command was refused: ${got.text}`)
    ids.push(command.commandId)
  }
  return ids
}
