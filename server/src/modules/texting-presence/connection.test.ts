import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { WebSocket } from 'ws'
import { turnableClock } from '../../../test/clock.ts'
import { Connection } from './connection.ts'
import { maxWaitingBytes } from './limits.ts'
import { ping, toText } from './protocol.ts'
import type { SavedConnections } from './saved-connections.ts'
import type { ConnectionRow } from './store.ts'

const shakeHands = toText({ protocol: 'json', version: 1 })
const register = toText({ type: 1, invocationId: '1', target: 'Register', arguments: ['ABC'] })

/** A connection over a stand-in for its socket, and what is sent, noted and ended. */
function connect() {
  const clock = turnableClock()
  const sent: string[] = []
  const noted: ConnectionRow[] = []
  let isCutOff = false
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (text: string) => sent.push(text),
    terminate: () => {
      isCutOff = true
    },
  })
  const connection = new Connection(socket as unknown as WebSocket, {
    connectionId: 'c-1',
    agencyId: 6938,
    clock,
    saved: {
      note: (row: ConnectionRow) => noted.push(row),
      flush: () => Promise.resolve(),
    } as unknown as SavedConnections,
    countRequest: () => Promise.resolve(),
  })
  onTestFinished(() => void socket.emit('close'))
  return {
    socket,
    sent,
    noted,
    isCutOff: () => isCutOff,
    receive: (text: string) => socket.emit('message', Buffer.from(text), false),
    /** The regular check after so many seconds. */
    lookAfter: (seconds: number) => {
      clock.turn(seconds)
      connection.check(clock.now())
    },
    now: () => clock.now(),
  }
}

test('[PROV-76] a client that shook hands is pinged every fifteen seconds, and not between', () => {
  const { sent, receive, lookAfter } = connect()
  receive(shakeHands)
  expect(sent.splice(0)).toEqual([toText({})])
  lookAfter(14)
  expect(sent).toEqual([])
  lookAfter(1)
  expect(sent.splice(0)).toEqual([ping])
  receive(ping)
  lookAfter(14)
  expect(sent).toEqual([])
  lookAfter(1)
  expect(sent).toEqual([ping])
})

test('a client that has not shaken hands gets no ping, and is cut off after fifteen seconds', () => {
  const { sent, receive, lookAfter, isCutOff } = connect()
  receive(shakeHands.slice(0, -1))
  lookAfter(14)
  expect([sent, isCutOff()]).toEqual([[], false])
  lookAfter(1)
  expect([sent, isCutOff()]).toEqual([[], true])
})

test('a client is cut off when it is not heard for thirty seconds', () => {
  const { receive, lookAfter, isCutOff } = connect()
  receive(shakeHands)
  lookAfter(29)
  receive(ping)
  lookAfter(29)
  expect(isCutOff()).toBe(false)
  lookAfter(1)
  expect(isCutOff()).toBe(true)
})

test('a client that does not read is cut off once more waits for it than is kept', () => {
  const { socket, receive, lookAfter, isCutOff } = connect()
  receive(shakeHands)
  socket.bufferedAmount = maxWaitingBytes
  lookAfter(1)
  expect(isCutOff()).toBe(false)
  socket.bufferedAmount += 1
  lookAfter(1)
  expect(isCutOff()).toBe(true)
})

test('a registered client is noted when it was heard, with that time, and not again until the next', async () => {
  const { noted, sent, receive, lookAfter, now } = connect()
  const connectedAt = now()
  receive(shakeHands)
  lookAfter(1)
  expect(noted, 'nothing is known of it yet').toEqual([])
  receive(register)
  await expect.poll(() => sent).toContain(toText({ type: 3, invocationId: '1', result: null }))
  const row = { connection_id: 'c-1', agency_id: 6938, initials: 'ABC', connected_at: connectedAt }
  expect(noted.splice(0)).toEqual([{ ...row, seen_at: now() }])
  lookAfter(10)
  expect(noted).toEqual([])
  receive(ping)
  const heardAt = now()
  lookAfter(5)
  expect(noted.splice(0)).toEqual([{ ...row, seen_at: heardAt }])
  lookAfter(5)
  expect(noted).toEqual([])
})

test('of two registrations that arrive at once each is noted before it is answered', async () => {
  const { noted, sent, receive } = connect()
  const registerAs = (invocationId: string, initials: string): string =>
    toText({ type: 1, invocationId, target: 'Register', arguments: [initials] })
  receive(shakeHands)
  receive(`${registerAs('1', 'ABC')}${registerAs('2', 'XYZ')}`)
  await expect.poll(() => sent).toContain(toText({ type: 3, invocationId: '2', result: null }))
  expect(noted.map(({ initials }) => initials)).toEqual(['ABC', 'XYZ'])
})

test('a client whose socket is closing is neither heard nor noted any more', async () => {
  const { socket, noted, sent, receive, lookAfter } = connect()
  receive(shakeHands)
  receive(register)
  await expect.poll(() => noted.splice(0)).toHaveLength(1)
  receive(ping)
  socket.readyState = 2
  const before = sent.length
  receive(register)
  lookAfter(1)
  expect([noted, sent.length]).toEqual([[], before])
})
