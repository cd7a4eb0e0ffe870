import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { expect, test } from 'vitest'
import { type FakeQuestion, fakeWire } from '../../test/fake-wire.ts'
import { AlertReader } from './alert-reader.ts'
import { Sockets } from './exchange.ts'
import { AgencyWire } from './wire.ts'

test('[MKT-66] the software asks for alerts at its first heartbeat and when the number is another one, and only then', async () => {
  const asked: string[] = []
  let number = 4
  let isAway = false
  await using wire = await fakeWire(({ path }: FakeQuestion) => {
    asked.push(path)
    if (path === agencyCommands.heartbeat.at.path)
      return { data: [{ serverTime: '2026-11-20T09:00:00Z', queued: 0, alerts: number }] }
    return isAway ? { status: 503, code: 503 } : {}
  })
  const sockets = new Sockets()
  const own = new AgencyWire({ origin: wire.origin, agencyKey: '6938.key', sockets })
  const reader = new AlertReader(own)
  const beat = async (): Promise<number> => {
    asked.length = 0
    const answer = await own.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'HQ' })
    await reader.readIfChanged(answer.alerts).catch(() => undefined)
    return asked.filter((path) => path === '/agent/v1/alerts').length
  }
  expect([await beat(), await beat(), await beat()]).toEqual([1, 0, 0])
  number = 5
  expect([await beat(), await beat()]).toEqual([1, 0])
  // A failed fetch is retried at the next heartbeat.
  number = 6
  isAway = true
  expect([await beat(), await beat()]).toEqual([1, 1])
  isAway = false
  expect([await beat(), await beat()]).toEqual([1, 0])
  sockets.destroy()
})
