import { createStore } from 'zustand'
import { screenName } from '../lib/screen-name.ts'

/** Who sees it as what: ok is green and gone after 3 s, error is red and stays 6 s. */
export type Level = 'ok' | 'error'

/** A message as it is shown. */
export interface Message {
  id: number
  level: Level
  text: string
  /** How often the same text came while it waited or stood. */
  count: number
  /** Milliseconds it stands. */
  ms: number
}

/** A line of ‹Recent messages›. */
export interface PastMessage {
  id: number
  at: Date
  level: Level
  text: string
  /** Title of the screen it came up on. */
  screen: string
}

export interface NotifyOptions {
  /** Milliseconds, where a module has its own time. */
  ms?: number
}

interface Messages {
  /** What stands or waits, in order. */
  queue: readonly Message[]
  /** The last 50, newest first, for ‹Recent messages›. */
  recent: readonly PastMessage[]
  /** The last 100, newest first; no screen shows them (B-45). */
  logs: readonly PastMessage[]
}

const none: Messages = { queue: [], recent: [], logs: [] }
const times: Readonly<Record<Level, number>> = { ok: 3000, error: 6000 }
const recentSize = 50
const logSize = 100

interface World {
  now: () => number
  screen: () => string
}

/** The queue with a message: at its end, or counted onto the one that says the same; `at` tells where. */
function enqueue(queue: readonly Message[], message: Message): { next: readonly Message[]; at: number } {
  const same = queue.findIndex(({ text, level }) => text === message.text && level === message.level)
  if (same === -1) return { next: [...queue, message], at: queue.length }
  const joined = queue.map((one, index) =>
    index === same ? { ...one, count: one.count + 1, ms: message.ms } : one,
  )
  return { next: joined, at: same }
}

/** A time that can be held: `run(ms)` starts it, `pause` keeps what is left. */
function createCountdown(now: () => number, ended: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let endsAt = 0
  let left: number | null = null
  let paused = false

  function stop() {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  function run(ms: number) {
    stop()
    left = ms
    if (paused) return
    endsAt = now() + ms
    timer = setTimeout(ended, ms)
  }
  return {
    run,
    /** Nothing runs any more; what held the time is gone with it. */
    clear() {
      stop()
      left = null
      paused = false
    },
    pause() {
      if (paused) return
      paused = true
      if (timer !== null) left = Math.max(0, endsAt - now())
      stop()
    },
    resume() {
      if (!paused) return
      paused = false
      if (left !== null) run(left)
    },
  }
}

/** The store of messages: one at a time, in order, equal texts joined. */
export function createNotify(world: World) {
  const store = createStore<Messages>()(() => none)
  let nextId = 1
  const countdown = createCountdown(world.now, dismiss)

  function dismiss() {
    const queue = store.getState().queue.slice(1)
    const next = queue[0]
    // What was pointed at is gone with the last message and will never tell that the pointer left.
    if (next) countdown.run(next.ms)
    else countdown.clear()
    store.setState({ queue })
  }
  function add(level: Level, text: string, options: NotifyOptions) {
    const past = { id: nextId++, at: new Date(world.now()), level, text, screen: world.screen() }
    const { queue, recent, logs } = store.getState()
    const ms = options.ms ?? times[level]
    const { next, at } = enqueue(queue, { id: past.id, level, text, count: 1, ms })
    if (at === 0) countdown.run(ms)
    store.setState({
      queue: next,
      recent: [past, ...recent].slice(0, recentSize),
      logs: [past, ...logs].slice(0, logSize),
    })
  }

  return {
    ...store,
    /** A success, green, 3 s. */
    ok: (text: string, options: NotifyOptions = {}) => add('ok', text, options),
    /** A failure, red, 6 s. */
    error: (text: string, options: NotifyOptions = {}) => add('error', text, options),
    /** The message that stands now. */
    current: (): Message | null => store.getState().queue[0] ?? null,
    recent: () => store.getState().recent,
    logs: () => store.getState().logs,
    dismiss,
    /** Holds the time while someone points at it, has focus in it or looks at another tab. */
    pause: countdown.pause,
    resume: countdown.resume,
    /** Empties everything, at sign-out. */
    clear() {
      countdown.clear()
      store.setState(none)
    },
  }
}

/** The console's messages: `notify.ok('Saved')`, `notify.error('Something went wrong')`. */
export const notify = createNotify({
  now: () => Date.now(),
  screen: () => screenName(globalThis.document?.title ?? ''),
})
