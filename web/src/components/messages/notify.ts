import { createStore } from 'zustand'
import { answerOpensScreen, leftAgency } from '../../lib/requests/action-origin.ts'
import { screenName } from '../../lib/screen-name.ts'

/** `ok` is green and shown for 3 s, `error` is red and shown for 6 s. */
export type Level = 'ok' | 'error'

/** A message on screen. */
export interface Message {
  id: number
  level: Level
  text: string
  /** How often the same text arrived while it was shown. */
  count: number
  /** Milliseconds it is shown. */
  ms: number
}

/** A line in ‹Recent messages›. */
export interface PastMessage {
  id: number
  at: Date
  level: Level
  text: string
  /** Title of the screen it appeared on. */
  screen: string
}

export interface NotifyOptions {
  /** Milliseconds, where a module differs from the default. */
  ms?: number
}

interface Messages {
  /** The current message. */
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
  /** The agency that the message is about, if its screen has been left; otherwise null. */
  agency: () => string | null
  /** True while a screen is opening that says itself what failed. */
  answerOpensScreen: () => boolean
}

/** Why a message stays: it is hovered or focused, or another tab is shown. */
type PauseReason = 'hover' | 'focus' | 'hidden'

/** A pausable timer: `run(ms)` starts it, `pause` keeps the remaining time until no reason for a pause is left. */
function createCountdown(now: () => number, ended: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let endsAt = 0
  let left: number | null = null
  const pauses = new Set<PauseReason>()

  function stop() {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  function run(ms: number) {
    stop()
    left = ms
    if (pauses.size > 0) return
    endsAt = now() + ms
    timer = setTimeout(ended, ms)
  }
  return {
    run,
    /** Stops everything, including pauses. */
    clear() {
      stop()
      left = null
      pauses.clear()
    },
    pause(reason: PauseReason) {
      pauses.add(reason)
      if (timer !== null) left = Math.max(0, endsAt - now())
      stop()
    },
    resume(reason: PauseReason) {
      if (pauses.delete(reason) && left !== null) run(left)
    },
  }
}

/** The message store: shows only the newest message and merges equal texts. */
export function createNotify(world: World) {
  const store = createStore<Messages>()(() => none)
  let nextId = 1
  const countdown = createCountdown(world.now, dismiss)

  function dismiss() {
    // A dismissed element fires no pointerleave, so a pause must end here.
    countdown.clear()
    store.setState({ message: null })
  }
  function add(level: Level, said: string, options: NotifyOptions) {
    if (level === 'error' && world.answerOpensScreen()) return
    const agency = world.agency()
    const text = agency === null ? said : `${agency}: ${said}`
    const past = { id: nextId++, at: new Date(world.now()), level, text, screen: world.screen() }
    const { message, recent, logs } = store.getState()
    const ms = options.ms ?? times[level]
    const isSame = message !== null && message.text === text && message.level === level
    countdown.run(ms)
    store.setState({
      message: isSame
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
    /** The current message. */
    current: (): Message | null => store.getState().message,
    recent: () => store.getState().recent,
    logs: () => store.getState().logs,
    dismiss,
    /** Pauses the timer; every reason is ended by its own `resume`. */
    pause: countdown.pause,
    resume: countdown.resume,
    /** Clears everything, for another person who signs in. */
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
  answerOpensScreen,
})

/** Duration of messages on the agency screen, good or bad (spec-001 §9). */
const ofAgency: NotifyOptions = { ms: 5000 }

/** The messages of the agency screen. */
export const notifyAgency = {
  ok: (text: string): void => notify.ok(text, ofAgency),
  error: (text: string): void => notify.error(text, ofAgency),
}
