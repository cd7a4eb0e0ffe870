import { createStore } from 'zustand'
import { leftAgency } from '../lib/action-origin.ts'
import { screenName } from '../lib/screen-name.ts'

/** Who sees it as what: ok is green and gone after 3 s, error is red and stays 6 s. */
export type Level = 'ok' | 'error'

/** A message as it is shown. */
export interface Message {
  id: number
  level: Level
  text: string
  /** How often the same text came while it stood. */
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
  /** What stands now. */
  message: Message | null
  /** The last 50, newest first, for ‹Recent messages›. */
  recent: readonly PastMessage[]
  /** The last 100, newest first; no screen shows them (B-45). */
  logs: readonly PastMessage[]
}

const none: Messages = { message: null, recent: [], logs: [] }
const times: Readonly<Record<Level, number>> = { ok: 3000, error: 6000 }
const recentSize = 50
const logSize = 100

interface World {
  now: () => number
  screen: () => string
  /** The agency that the message is about, where its screen is not the one in view; else null. */
  agency: () => string | null
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

/** The store of messages: one at a time, the newest, equal texts joined. */
export function createNotify(world: World) {
  const store = createStore<Messages>()(() => none)
  let nextId = 1
  const countdown = createCountdown(world.now, dismiss)

  function dismiss() {
    // What was pointed at is gone with the message and will never tell that the pointer left.
    countdown.clear()
    store.setState({ message: null })
  }
  function add(level: Level, said: string, options: NotifyOptions) {
    const agency = world.agency()
    const text = agency === null ? said : `${agency}: ${said}`
    const past = { id: nextId++, at: new Date(world.now()), level, text, screen: world.screen() }
    const { message, recent, logs } = store.getState()
    const ms = options.ms ?? times[level]
    const same = message !== null && message.text === text && message.level === level
    countdown.run(ms)
    store.setState({
      message: same
        ? { ...message, count: message.count + 1, ms }
        : { id: past.id, level, text, count: 1, ms },
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
    current: (): Message | null => store.getState().message,
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
  agency: leftAgency,
})
