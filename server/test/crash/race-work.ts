import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { esignature } from '@agency-support/contract/modules/esignature'
import type { FormstackEmulator } from '@agency-support/sandbox/providers/formstack/start'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestClient } from '../client.ts'
import { countRows, judgeCodes, type Race, unless } from './race-kinds.ts'

const commandsARound = 3

const commandClaim: Race = {
  name: 'claims of commands',
  open: async (servers) => {
    const agencyId = 46_001
    const polls = await Promise.all([servers.openSoftware(agencyId), servers.openSoftware(agencyId)])
    const [person] = await servers.openBrowsers(1)
    if (person === undefined) throw new Error('no browser is open')
    return async () => {
      const ordered: number[] = []
      for (let at = 0; at < commandsARound; at += 1) {
        const given = { agencyId, agencyCommand: 'count', again: true } as const
        const { data, text } = await person.call(agencyCommands.issue, given)
        if (data[0] === undefined) throw new Error(`a command was refused: ${text}`)
        ordered.push(data[0].commandId)
      }
      const claimed: { commandId: number; attempt: number }[] = []
      return {
        act: async (_client, turn) => {
          const poll = polls[turn % polls.length] ?? person
          const { code, data } = await poll.call(agencyCommands.claim, {})
          claimed.push(...data)
          return code
        },
        judge: async (codes) => {
          // Both processes are told of each end at once.
          for (const { commandId, attempt } of claimed)
            await Promise.all(
              polls.map((poll) =>
                poll.call(agencyCommands.finish, { commandId, attempt, outcome: 'succeeded' }),
              ),
            )
          const ends = await Promise.all(
            ordered.map((id) =>
              countRows(servers.db, 'agencyCommands.finished', { subject: `Command ${id}: count` }),
            ),
          )
          const ids = claimed.map(({ commandId }) => commandId).sort((a, b) => a - b)
          return [
            ...judgeCodes(codes, { 0: 12 }),
            ...unless(
              ids.join() === ordered.join(),
              `ordered were ${ordered.join()}, handed out ${ids.join()}`,
            ),
            ...unless(
              ends.every((rows) => rows === 1),
              `the ends are reported ${ends.join()} times`,
            ),
          ]
        },
      }
    }
  },
}

const oneKey: Race = {
  name: 'one change under one key',
  open: async (servers) => {
    const agencyId = 47_001
    ;(await servers.openSoftware(agencyId)).close()
    return async (round) => {
      const name = `Round ${round}`
      const texts = new Set<string>()
      // A key belongs to a person, who may have two tabs on two servers.
      const browsers = await servers.openTabs(2)
      return {
        act: async (_client, turn) => {
          const tab: TestClient | undefined = browsers[turn % browsers.length]
          if (tab === undefined) throw new Error('no tab is open')
          const headers = { 'idempotency-key': `one-key-of-round-${round}` }
          const got = await tab.call(agencies.updateName, { agencyId, name }, headers)
          texts.add(got.text)
          return got.code
        },
        judge: async (codes) => {
          for (const tab of browsers) tab.close()
          const { version } = await servers.db.read
            .selectFrom('agency')
            .select('version')
            .where('agency_id', '=', agencyId)
            .executeTakeFirstOrThrow()
          const rows = await countRows(servers.db, 'agencies.renamed', { agencyId })
          return [
            ...judgeCodes(codes, { 0: 12 }),
            ...unless(texts.size === 1, `there were ${texts.size} different answers`),
            ...unless(version === round + 1, `the agency has version ${version}`),
            ...unless(rows === round, `${rows} rows of the journal after ${round} rounds`),
          ]
        },
      }
    }
  },
}

const timeoutMs = 60_000

/** What came of a cancellation at Formstack; waits until there is no more to do. */
async function settle(browser: TestClient, agencyId: number): Promise<string[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const { data } = await browser.call(esignature.details, { agencyId })
    if (data[0]?.works.length === 0) return []
    if (performance.now() > deadline) return ['the accounts are not closed yet']
    await pause(20)
  }
}

/** Cancellations of one subscription, whose accounts an emulator of Formstack holds. */
function createCancellation(formstack: FormstackEmulator): Race {
  return {
    name: 'outside work of one cancellation',
    open: async (servers) => async (round) => {
      const agencyId = 48_000 + round
      const accounts = [1, 2].map((at) => ({ id: `${agencyId}-${at}`, email: `${at}@${agencyId}.test` }))
      await fetch(`${formstack.url}/groups`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: String(agencyId), users: accounts }),
      })
      const software = await servers.openSoftware(agencyId)
      const given = { id: 's', at: '2026-03-01T09:00:00Z', groupId: String(agencyId) }
      const emailAddress = 'owner@smith.test'
      await software.call(esignature.report, { events: [{ kind: 'subscribed', ...given, emailAddress }] })
      software.close()
      let asker: TestClient | undefined
      return {
        act: async (client) => {
          asker ??= client
          return (await client.call(esignature.cancel, { agencyId })).code
        },
        judge: async (codes) => {
          const open = asker === undefined ? ['nobody asked'] : await settle(asker, agencyId)
          const effects = (await (await fetch(`${formstack.url}/effects`)).json()) as Record<string, object>
          const own = Object.values(effects)
            .flatMap((one) => Object.entries(one))
            .filter(([what]) => what.includes(` ${agencyId}-`))
          const rows = await countRows(servers.db, 'esignature.cancelled', { agencyId })
          const ends = await countRows(servers.db, 'esignature.accountsClosed', { agencyId })
          return [
            ...judgeCodes(codes, { 0: 1, 2: 11 }),
            ...open,
            ...unless(
              own.length === 2 && own.every(([, times]) => times === 1),
              `Formstack saw ${JSON.stringify(own)}`,
            ),
            ...unless(rows === 1 && ends === 1, `${rows} rows tell of the cancellation, ${ends} of its end`),
          ]
        },
      }
    },
  }
}

/** Races over what programs do. */
export const listWorkRaces = (formstack: FormstackEmulator): readonly Race[] => [
  commandClaim,
  oneKey,
  createCancellation(formstack),
]
