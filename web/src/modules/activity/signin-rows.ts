import type { SigninPeriod } from '@agency-support/contract/modules/activity'
import {
  hostingEnvironments,
  type HostingEnvironment,
} from '@agency-support/contract/rules/hosting-environment'
import { formatCount } from '../../lib/format/format-count.ts'
import { formatNumber, zoneName } from '../../lib/format/format.ts'
import { activityMessages } from './messages.ts'

/** The specified column names. */
export const environmentNames: Readonly<Record<HostingEnvironment, string>> = {
  locals: 'Locals',
  kotter: 'Kotter',
  opusW: 'Opus W',
  opusE: 'Opus E',
  opusE2: 'Opus E2',
}

/** A row of the report with its start. */
export interface SigninRow extends SigninPeriod {
  /** ISO text. */
  at: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The server reports its time in whole seconds; its newest row must not be taken for yesterday's. */
const slackMs = minuteMs

/** The latest instant not after `now` that is HH:mm in UTC. */
export function toLatestInstant(period: string, now: number): Date {
  const [hours = 0, minutes = 0] = period.split(':').map(Number)
  const today = Math.floor(now / dayMs) * dayMs + (hours * 60 + minutes) * minuteMs
  return new Date(today <= now + slackMs ? today : today - dayMs)
}

/** The rows of an answer with their instants; `now` is the server's time, in epoch milliseconds. */
export function toRows(periods: readonly SigninPeriod[], now: number): SigninRow[] {
  return periods.map((row) => ({ ...row, at: toLatestInstant(row.period, now).toISOString() }))
}

/** An instant as shown in the Period column: 9:05 AM; in `zone`, by default the browser's. */
export function formatPeriod(iso: string, zone?: string): string {
  const time = new Date(iso).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  // Newer browsers put a narrow no-break space before AM.
  return time.replace(/\s/gu, ' ')
}

/**
 * The periods by names of which no two are the same: those of the hour that clocks show twice when daylight saving time
 * ends have their zone added, 1:10 AM EDT and 1:10 AM EST.
 */
export function nameApart(rows: readonly SigninRow[], zone?: string): string[] {
  const names = rows.map(({ at }) => formatPeriod(at, zone))
  return names.map((name, index) => {
    const at = rows[index]?.at
    const isShownTwice = names.indexOf(name) !== names.lastIndexOf(name)
    return at !== undefined && isShownTwice ? `${name} ${zoneName(new Date(at), zone)}` : name
  })
}

/** An environment whose last complete period fell below half of its median in the three hours. */
export interface Drop {
  environment: HostingEnvironment
  /** Per cent below the median. */
  percent: number
  signins: number
  usual: number
}

/** Finds the drops; `rows` oldest first, the last of which is incomplete and does not count. */
export function findDrops(rows: readonly SigninRow[]): Drop[] {
  const whole = rows.slice(0, -1)
  const last = whole.at(-1)
  if (last === undefined) return []
  return hostingEnvironments.flatMap((environment) => {
    const usual = median(whole.map((row) => row[environment]))
    const signins = last[environment]
    if (signins >= usual / 2) return []
    return [{ environment, percent: Math.round((1 - signins / usual) * 100), signins, usual }]
  })
}

/** What the report can tell of the environments that did not drop; empty if that is nothing. */
export function describeOthers(rows: readonly SigninRow[]): string {
  const whole = rows.slice(0, -1)
  if (whole.length === 0) return ''
  const silent = hostingEnvironments.filter((one) => median(whole.map((row) => row[one])) === 0)
  // Nothing is below half of their median, however long they are down.
  if (silent.length > 0)
    return `No sign-ins in most of the last three hours: ${silent.map((one) => environmentNames[one]).join(', ')}.`
  return findDrops(rows).length === 0 ? activityMessages.noDrops : ''
}

/** The counts of a drop in words. */
export function describeDrop({ signins, usual }: Pick<Drop, 'signins' | 'usual'>): string {
  return `${formatNumber(signins)} in the last whole period, usually ${formatNumber(usual)}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** Moves heights apart to at least `gap`, within a range that has room for them; input and output are ascending. */
export function spread(
  heights: readonly number[],
  { from, to, gap }: { from: number; to: number; gap: number },
): number[] {
  const placed: number[] = []
  for (const [at, height] of heights.entries()) {
    const min = at === 0 ? from : (placed[at - 1] ?? from) + gap
    placed.push(Math.max(min, Math.min(height, to - (heights.length - 1 - at) * gap)))
  }
  return placed
}

/** The rows in one sentence. */
export function summarise(rows: readonly SigninRow[]): string {
  const sums = hostingEnvironments.map((environment) => ({
    environment,
    sum: rows.reduce((sum, row) => sum + row[environment], 0),
  }))
  const all = sums.reduce((total, { sum }) => total + sum, 0)
  const [first] = sums.toSorted((a, b) => b.sum - a.sum)
  if (first === undefined || all === 0) return 'No sign-ins in the whole periods of the last three hours.'
  return `${formatCount(all, 'sign-in')} in the whole periods of the last three hours, ${formatNumber(first.sum)} of them at ${environmentNames[first.environment]}.`
}
