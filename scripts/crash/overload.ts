import { type OverloadReport, runOverload } from '../../server/test/crash/overload.ts'
import { hasNginx } from '../../server/test/nginx.ts'
import { describeMachine, recordRun, toTable } from '../recorded-run.ts'

const ms = (value: number): string => `${Math.round(value * 10) / 10} ms`

/** Above this event-loop delay of the load generator, a run measures the machine instead. */
const maxOwnDelayMs = 100

/** Missed minimums of a run, as sentences. */
function findFailures(report: OverloadReport): string[] {
  const { peak, goodput, other, normalAfter, ownDelayP99, signIns } = report
  return [
    ...(ownDelayP99 <= maxOwnDelayMs
      ? []
      : ['The machine has too much else to do: these figures say little.']),
    ...(goodput >= 0.8 * peak ? [] : ['The goodput is below 80 % of the peak.']),
    ...(other === 0 ? [] : [`${other} requests had neither an answer nor a refusal.`]),
    ...(normalAfter <= 10 ? [] : ['It is not as before ten seconds after the flood.']),
    ...(signIns.signedIn === 300 ? [] : [`Only ${signIns.signedIn} of 300 people are signed in.`]),
    ...(signIns.unanswered === 0
      ? []
      : [`${signIns.unanswered} sign-ins had neither an answer nor a refusal.`]),
    ...(signIns.readP99 <= 3 * signIns.idleP99
      ? []
      : ['Reads take more than three times as long meanwhile.']),
  ]
}

/** The result of a run, as rows. */
function toRows(report: OverloadReport): (readonly [string, string])[] {
  const { peak, offered, goodput, refused, other, refusedP99, goodP99, normalAfter, idleP99, signIns } =
    report
  const share = Math.round((goodput * 100) / peak)
  return [
    ['Peak, 64 at once', `${peak} answers a second`],
    ['Flood', `${offered} requests a second`],
    ['Answered within two seconds', `${goodput} a second, ${share} % of the peak, p99 ${ms(goodP99)}`],
    ['Refused with 503 and Retry-After', `${refused} a second, p99 ${ms(refusedP99)}`],
    ['Neither', String(other)],
    ['Delay of the flood’s own clock, p99', ms(report.ownDelayP99)],
    ['As before again', `after ${normalAfter} s (p99 ${ms(idleP99)} before)`],
    [
      '300 sign-ins at once',
      `${signIns.signedIn} signed in after ${Math.round(signIns.seconds * 10) / 10} s, told to wait ${signIns.toldToWait} times, ${signIns.unanswered} connections that came to nothing`,
    ],
    ['Reads of others, p99', `${ms(signIns.readP99)} meanwhile, ${ms(signIns.idleP99)} before`],
  ]
}

/**
 * Floods a server directly and, if nginx is installed, behind it; prints the result and optionally records it. True
 * if the bounds held.
 */
export async function overloadMain(given: { minutes: number; isRecorded: boolean }): Promise<boolean> {
  const floodSeconds = Math.max(5, given.minutes * 60)
  const direct = await runOverload({ floodSeconds, throughNginx: false, say: console.log })
  const proxied = hasNginx
    ? await runOverload({ floodSeconds, throughNginx: true, say: console.log })
    : undefined
  const beside = new Map(proxied && toRows(proxied))
  const table = toTable([
    ['What', 'Directly', 'Through nginx'],
    ...[...describeMachine(new Date()), ['Lasted', `${given.minutes} min`] as const].map(
      ([what, value]) => [what, value, ''] as const,
    ),
    ...toRows(direct).map(([what, value]) => [what, value, beside.get(what) ?? 'not run'] as const),
  ])
  console.log(table)
  if (given.isRecorded) recordRun('reliability.md', 'npm run crash -- overload --record', table)
  const failures = [
    ...findFailures(direct),
    ...(proxied ? findFailures(proxied).map((failure) => `Through nginx: ${failure}`) : []),
  ]
  for (const failure of failures) console.error(failure)
  return failures.length === 0
}
