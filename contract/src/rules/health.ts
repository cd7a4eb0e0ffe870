import { countOf } from './count-of.ts'
import type { AgencyHealth } from '../modules/health.ts'

/** Limits above which a fact needs attention, or is bad; ages in minutes. */
export const healthLimits = {
  /** The token is normally renewed every 15 minutes (spec-001 §2.2). */
  token: { warn: 15, bad: 60 },
  /** The software calls about every minute. */
  seen: { warn: 5, bad: 60 },
  /** A waiting command is normally fetched at once. */
  queue: { warn: 5, bad: 60 },
  /** Waiting commands; at 100 the queue is full. */
  queueLength: { warn: 10, bad: 50 },
  errors: { warn: 0, bad: 99 },
} as const

export type Level = 'ok' | 'warn' | 'bad'

/** The verdict on one fact: what the strip shows, and the reason. */
export interface Judgement {
  fact: 'errors' | 'token' | 'seen' | 'queue' | 'search' | 'texting'
  level: Level
  /** A short text with the value: ‘Token 12 min’. */
  label: string
  /** The reason with the limit: ‘The token was renewed 72 min ago; over 60 min is bad.’ */
  reason: string
  /** Deep-link name of the tab with details. */
  tab: 'files' | 'command' | 'productsummary'
  /** When it was counted, if that differs from the time of the facts. */
  at?: string
}

export interface Verdict {
  /** The worst level of all facts. */
  level: Level
  judgements: readonly Judgement[]
}

const levels: readonly Level[] = ['ok', 'warn', 'bad']

function toLevel(value: number, { warn, bad }: { warn: number; bad: number }): Level {
  if (value > bad) return 'bad'
  return value > warn ? 'warn' : 'ok'
}

/** Minutes from `at` to `now`, with their fraction; 0 if `at` is in the future. */
export function minutesSince(at: string, now: string): number {
  return Math.max(0, (Date.parse(now) - Date.parse(at)) / 60_000)
}

/** The age in whole units: `12 min`, `3 h`, `2 d`. */
export function ageText(minutes: number): string {
  if (minutes < 120) return `${Math.floor(minutes)} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}

/** How long ago that was: `just now`, `12 min ago`. */
export function agoText(minutes: number): string {
  return minutes < 1 ? 'just now' : `${ageText(minutes)} ago`
}

/** In how long that will be, never said longer than it is: `in under 1 min`, `in 12 min`. */
export function inText(minutes: number): string {
  return `in ${minutes < 1 ? 'under 1 min' : ageText(minutes)}`
}

function limitText(level: Level, { warn, bad }: { warn: number; bad: number }): string {
  if (level === 'ok') return `up to ${warn} min is normal`
  return level === 'warn' ? `over ${warn} min is unusual` : `over ${bad} min is bad`
}

function judgeErrors({ syncErrors, syncErrorsAt, checkedAt }: AgencyHealth): Judgement {
  if (syncErrors === 0 && syncErrorsAt === null)
    return {
      fact: 'errors',
      level: 'ok',
      label: 'Sync errors never reported',
      reason: "The agency's software has never reported whether clients failed to convert or sync.",
      tab: 'files',
    }
  const level = toLevel(syncErrors, healthLimits.errors)
  const reason =
    syncErrors === 0
      ? 'No client failed to convert or sync.'
      : `${countOf(syncErrors, 'client')} failed to convert or sync${level === 'bad' ? `; over ${healthLimits.errors.bad} is bad` : ''}.`
  const common = { fact: 'errors', level, tab: 'files' } as const
  if (syncErrorsAt === null)
    return {
      ...common,
      label: `Sync errors ${syncErrors}`,
      reason: `${reason} When it was reported is not known.`,
    }
  const age = agoText(minutesSince(syncErrorsAt, checkedAt))
  return {
    ...common,
    label: `Sync errors ${syncErrors}, ${age}`,
    reason: `${reason} The agency's software reported this ${age}.`,
    at: syncErrorsAt,
  }
}

function judgeToken({ tokenAt, checkedAt }: AgencyHealth): Judgement {
  if (tokenAt === null)
    return {
      fact: 'token',
      level: 'warn',
      label: 'No token',
      reason: 'There is no seat key token file.',
      tab: 'files',
    }
  const minutes = minutesSince(tokenAt, checkedAt)
  const level = toLevel(minutes, healthLimits.token)
  const reason = `The token was renewed ${agoText(minutes)}; ${limitText(level, healthLimits.token)}.`
  return { fact: 'token', level, label: `Token ${ageText(minutes)}`, reason, tab: 'files' }
}

function judgeSeen({ lastSeenAt, checkedAt }: AgencyHealth): Judgement {
  if (lastSeenAt === null)
    return {
      fact: 'seen',
      level: 'warn',
      label: 'Never seen',
      reason: "The agency's software has never asked for its commands.",
      tab: 'command',
    }
  const minutes = minutesSince(lastSeenAt, checkedAt)
  const level = toLevel(minutes, healthLimits.seen)
  const reason = `The agency's software last asked for its commands or sent a heartbeat ${agoText(minutes)}; ${limitText(level, healthLimits.seen)}.`
  return { fact: 'seen', level, label: `Seen ${agoText(minutes)}`, reason, tab: 'command' }
}

function lengthText(level: Level): string {
  const { warn, bad } = healthLimits.queueLength
  if (level === 'ok') return ''
  return level === 'warn'
    ? ` More than ${warn} are unusually many.`
    : ` More than ${bad} waiting commands are bad.`
}

function judgeQueue({ queued, oldestQueuedAt, checkedAt }: AgencyHealth): Judgement {
  const label = `Queue ${queued}`
  if (queued === 0 || oldestQueuedAt === null)
    return { fact: 'queue', level: 'ok', label, reason: 'No command waits.', tab: 'command' }
  const minutes = minutesSince(oldestQueuedAt, checkedAt)
  const byLength = toLevel(queued, healthLimits.queueLength)
  const byAge = toLevel(minutes, healthLimits.queue)
  const level = levels[Math.max(levels.indexOf(byLength), levels.indexOf(byAge))] ?? byAge
  const reason = `The oldest of ${countOf(queued, 'waiting command')} was queued ${agoText(minutes)}; ${limitText(byAge, healthLimits.queue)}.${lengthText(byLength)}`
  return { fact: 'queue', level, label, reason, tab: 'command' }
}

/** `−8`, `0`, `+3`, with a real minus sign. */
function signed(difference: number): string {
  if (difference === 0) return '0'
  return difference < 0 ? `−${-difference}` : `+${difference}`
}

function judgeDifference(
  fact: 'search' | 'texting',
  store: string,
  difference: number | null,
): readonly Judgement[] {
  if (difference === null) return []
  const reason =
    difference === 0
      ? `${store} holds as many clients as Data Sync.`
      : `${store} holds ${countOf(Math.abs(difference), 'client')} ${difference < 0 ? 'fewer' : 'more'} than Data Sync.`
  const level = difference === 0 ? 'ok' : 'warn'
  return [{ fact, level, label: `${store} ${signed(difference)}`, reason, tab: 'productsummary' }]
}

/** Judges every known fact; the worst come first. */
export function judgeHealth(facts: AgencyHealth): Verdict {
  const judgements = [
    judgeErrors(facts),
    judgeToken(facts),
    judgeSeen(facts),
    judgeQueue(facts),
    ...judgeDifference('search', 'Search', facts.searchDifference),
    ...judgeDifference('texting', 'Texting', facts.textingDifference),
  ].toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))
  return { level: judgements[0]?.level ?? 'ok', judgements }
}
