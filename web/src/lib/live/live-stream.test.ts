import type { ServerResponse } from 'node:http'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { liveCursor } from './live-cursor.ts'
import { startLive } from './live.ts'

const config = ['agencies', 'config', { agencyId: 6938 }]
const other = ['agencies', 'config', { agencyId: 8951 }]
const renamed = { module: 'agencies', agencyId: 6938, event: 'agencies.renamed' }

const newPage = () => Object.assign(new EventTarget(), { hidden: false })
let page = newPage()

/** The runtime's own, with the base address that a page has. */
class PageEventSource extends EventSource {
  constructor(path: string) {
    super(new URL(path, location.origin))
  }
}

/** As `vi.waitFor`, on a busy machine too. */
const until = (holds: () => void): Promise<void> => vi.waitFor(holds, 10_000)

const stops = new Set<() => void>()

beforeEach(() => {
  liveCursor.set(undefined)
  // After a garbage collection Node keeps listeners whose signal was aborted, if the same target had several.
  page = newPage()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops.clear()
})

/** A server that opens streams; `streams` are those that are open, the latest last. */
async function liveServer(refuses: () => boolean = () => false) {
  const streams: ServerResponse[] = []
  const asked = await answeringServer((_asked, response) => {
    if (refuses()) return json(response, { message: 'Sign in.' }, 401)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.push(response)
    response.on('close', () => streams.splice(streams.indexOf(response), 1))
  })
  vi.stubGlobal('EventSource', PageEventSource)
  vi.stubGlobal('document', page)
  const emit = (event: string, data: unknown, id = '1-1'): void =>
    void streams.at(-1)?.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return {
    asked,
    streams,
    emit,
    opened: (count = 1) => until(() => expect(streams).toHaveLength(count)),
  }
}

/** A tab of the browser with two reads on its screen. */
function openTab(looks: () => Promise<void> = () => Promise.resolve()) {
  const client = new QueryClient()
  for (const key of [config, other]) client.setQueryData(key, 'as it was')
  const checkSession = vi.fn(looks)
  const end = startLive({ queryClient: client, checkSession })
  const stop = (): void => {
    end()
    stops.delete(stop)
  }
  stops.add(stop)
  const stale = () => [config, other].map((key) => client.getQueryState(key)?.isInvalidated)
  const becomes = (...expected: boolean[]) => until(() => expect(stale()).toEqual(expected))
  return { checkSession, stop, stale, becomes }
}

test('a hint has the reads made again that it concerns, and no others', async () => {
  const server = await liveServer()
  const tab = openTab()
  await server.opened()
  server.emit('hints', [renamed])
  await tab.becomes(true, false)
  expect(tab.checkSession).not.toHaveBeenCalled()
})

test('after a sleep the stream is opened again where it ended, and tabs without one read everything', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await liveServer()
  const leader = openTab()
  await server.opened()
  const follower = openTab()
  server.emit('hints', [{ ...renamed, agencyId: 1 }], '7-2')
  await until(() => expect(liveCursor.get()).toBe('7-2'))
  const wakeAfter = (minutes: number): void => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    page.dispatchEvent(new Event('resume'))
  }
  // Timers of a hidden tab run once a minute.
  wakeAfter(1)
  expect(server.asked).toHaveLength(1)
  wakeAfter(3)
  await until(() =>
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/live', '/api/live?after=7-2']),
  )
  await server.opened()
  await follower.becomes(true, true)
  expect(leader.stale()).toEqual([false, false])
  expect(leader.checkSession).not.toHaveBeenCalled()
})

test('hints that follow each other are gathered for 50 to 250 ms into one', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const server = await liveServer()
  for (const [random, expected] of [
    [0, 50],
    [1, 250],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const tab = openTab()
    await server.opened()
    timer.mockClear()
    server.emit('hints', [renamed])
    server.emit('hints', [{ ...renamed, agencyId: 8951 }])
    await tab.becomes(true, true)
    const gathering = timer.mock.calls.filter(([, ms]) => ms === expected)
    expect(gathering).toHaveLength(1)
    tab.stop()
    await server.opened(0)
  }
})

test('a stream that goes on where it ended has nothing read again, another one everything', async () => {
  const server = await liveServer()
  liveCursor.set('7-1')
  const tab = openTab()
  await server.opened()
  expect(server.asked[0]?.path).toBe('/api/live?after=7-1')
  server.emit('hello', { resumed: true }, '7-2')
  server.emit('hints', [renamed], '7-3')
  await tab.becomes(true, false)
  expect(liveCursor.get()).toBe('7-3')
  server.emit('hello', { resumed: false }, '9-1')
  await tab.becomes(true, true)
  expect(liveCursor.get()).toBe('9-1')
})

test.each<[string, string, unknown, boolean[]]>([
  ['of a hint', 'hints', [renamed], [true, false]],
  ['of a stream that cannot say what happened', 'hello', { resumed: false }, [true, true]],
])('while nobody sees a tab, the reads %s wait', async (_of, event, data, expected) => {
  const [server, tab] = [await liveServer(), openTab()]
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await server.opened()
  page.hidden = true
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const gathered = () => timer.mock.calls.find(([, ms]) => ms === 150)?.[0]
  server.emit(event, data)
  await until(() => expect(gathered()).toBeDefined())
  gathered()?.()
  expect(tab.stale()).toEqual([false, false])
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(tab.stale()).toEqual(expected)
})

test('hints that are still gathered when it stops have nothing read', async () => {
  const server = await liveServer()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const tab = openTab()
  await server.opened()
  server.emit('hints', [renamed])
  const gathering = (): unknown =>
    timer.mock.results[timer.mock.calls.findIndex(([, ms]) => ms === 150)]?.value
  await until(() => expect(gathering()).toBeDefined())
  tab.stop()
  expect(ended.mock.calls).toContainEqual([gathering()])
})

test('the tabs of a browser share one stream; when its tab is closed another one goes on with it', async () => {
  const server = await liveServer()
  const [first, second] = [openTab(), openTab()]
  await server.opened()
  server.emit('hints', [renamed], '4-2')
  await Promise.all([first.becomes(true, false), second.becomes(true, false)])
  expect(server.asked).toHaveLength(1)
  first.stop()
  await until(() => expect(server.asked).toHaveLength(2))
  expect(server.asked[1]?.path).toBe('/api/live?after=4-2')
  await server.opened()
  server.emit('hints', [{ ...renamed, agencyId: 8951 }], '4-3')
  await second.becomes(true, true)
  expect(first.stale()).toEqual([true, false])
})

test('a tab that waits for the stream is closed without a trace', async () => {
  const server = await liveServer()
  const first = openTab()
  await server.opened()
  const second = openTab()
  const third = openTab()
  second.stop()
  first.stop()
  await until(() => expect(server.asked).toHaveLength(2))
  await server.opened()
  server.emit('hints', [renamed])
  await third.becomes(true, false)
  expect(second.stale()).toEqual([false, false])
})

test.each([
  ['being closed', 0],
  ['replaced after a sleep', 3],
])('a stream that fails while it is %s is not opened again', async (_what, slept) => {
  class FailingAtClose extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    close(): void {
      this.readyState = FailingAtClose.CLOSED
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await liveServer()
  vi.stubGlobal('EventSource', FailingAtClose)
  vi.stubGlobal('navigator', {})
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const tab = openTab()
  vi.setSystemTime(Date.now() + slept * 60_000)
  page.dispatchEvent(new Event('resume'))
  await Promise.resolve()
  tab.stop()
  await Promise.resolve()
  expect(timer.mock.calls.filter(([, ms]) => ms === 5_000)).toEqual([])
  expect(tab.checkSession).not.toHaveBeenCalled()
})

test('without locks every tab has its own stream', async () => {
  vi.stubGlobal('navigator', {})
  const server = await liveServer()
  openTab()
  openTab()
  await server.opened(2)
})

test('a tab that has just begun to listen is told what came in the last five seconds, nothing older', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await liveServer()
  const first = openTab()
  await server.opened()
  server.emit('hints', [renamed])
  await first.becomes(true, false)
  vi.advanceTimersByTime(4_999)
  const second = openTab()
  await second.becomes(true, false)
  server.emit('hints', [{ ...renamed, agencyId: 8951 }])
  await first.becomes(true, true)
  vi.advanceTimersByTime(1)
  server.emit('hints', [{ ...renamed, agencyId: 8951 }])
  await second.becomes(true, true)
  const third = openTab()
  await third.becomes(false, true)
})

test.each(['end', 'account'])('“%s” has every tab look at its session', async (event) => {
  const server = await liveServer()
  const tabs = [openTab(), openTab()]
  await server.opened()
  server.emit(event, {})
  for (const { checkSession } of tabs) await until(() => expect(checkSession).toHaveBeenCalledOnce())
  expect(tabs.flatMap(({ stale }) => stale())).toEqual([false, false, false, false])
})

test('a stream that says it ended is closed until the session is known to go on, and stays so if it does not', async () => {
  const sources: EventSource[] = []
  const server = await liveServer()
  vi.stubGlobal(
    'EventSource',
    class extends PageEventSource {
      constructor(path: string) {
        super(path)
        sources.push(this)
      }
    },
  )
  const known: (() => void)[] = []
  const tab = openTab(() => new Promise((resolve) => known.push(resolve)))
  await server.opened()
  server.emit('hints', [renamed], '7-2')
  server.emit('end', {})
  await until(() => expect(known).toHaveLength(1))
  expect(sources.map(({ readyState }) => readyState)).toEqual([EventSource.CLOSED])
  await server.opened(0)
  known[0]?.()
  await server.opened()
  expect(server.asked.map(({ path }) => path)).toEqual(['/api/live', '/api/live?after=7-2'])
  server.emit('end', {})
  await until(() => expect(known).toHaveLength(2))
  tab.stop()
  known[1]?.()
  await tab.checkSession.mock.results[1]?.value
  await Promise.resolve()
  expect(sources).toHaveLength(2)
})

test('a stream that is refused has the session looked at, and is opened again after five seconds', async () => {
  let refuses = true
  const server = await liveServer(() => refuses)
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const tab = openTab()
  const follower = openTab()
  const again = () => timer.mock.calls.find(([, ms]) => ms === 5_000)?.[0]
  await until(() => expect(again()).toBeDefined())
  expect(tab.checkSession).toHaveBeenCalledOnce()
  expect(server.asked).toHaveLength(1)
  refuses = false
  again()?.()
  await server.opened()
  server.emit('hints', [renamed])
  await Promise.all([tab.becomes(true, false), follower.becomes(true, false)])
  // Of a server that is gone it was told when the stream broke off.
  expect(follower.checkSession).not.toHaveBeenCalled()
})

test('a stream that waits to be opened again is opened once, although a sleep ends meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await liveServer(() => server.asked.length === 1)
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  openTab()
  const waiting = () =>
    timer.mock.results[timer.mock.calls.findIndex(([, ms]) => ms === 5_000)]?.value as unknown
  await until(() => expect(waiting()).toBeDefined())
  vi.setSystemTime(Date.now() + 180_000)
  page.dispatchEvent(new Event('resume'))
  await server.opened()
  expect(cleared).toHaveBeenCalledWith(waiting())
})

test('a stream that breaks off has every tab look at its session; the browser opens it again itself', async () => {
  const server = await liveServer()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const tabs = [openTab(), openTab()]
  await server.opened()
  server.streams[0]?.destroy()
  for (const { checkSession } of tabs) await until(() => expect(checkSession).toHaveBeenCalledOnce())
  expect(timer.mock.calls.filter(([, ms]) => ms === 5_000)).toEqual([])
})
