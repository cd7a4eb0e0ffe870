import { email } from '@agency-support/contract/modules/email'
import { esignature } from '@agency-support/contract/modules/esignature'
import { texting } from '@agency-support/contract/modules/texting'
import { setTimeout as pause } from 'node:timers/promises'
import { answerParent } from './child.ts'

/** People who request what only a provider knows, each again soon after the last answer. */
export interface ProviderAskers {
  port: number
  origin: string
  /** An agency whose number Bandwidth would know. */
  agencyId: number
  /** One per person. */
  cookies: readonly string[]
}

/** What they received while active. */
export interface ProviderAnswers {
  answers: number
  /** The slowest answer in milliseconds. */
  slowestMs: number
  /** Answers that did not say that the provider is unreachable. */
  odd: string[]
}

const { port, origin, agencyId, cookies } = JSON.parse(process.argv[2] ?? '') as ProviderAskers
const questions = [
  { call: email.suppressions, input: {} },
  { call: esignature.group, input: { agencyId, groupId: 'bench' } },
  { call: texting.comparison, input: { agencyId } },
].map(({ call: { at }, input }) => ({
  path: at.path,
  body: JSON.stringify({ command: at.form === 'command' ? at.command : '', ...input }),
}))
/** A person reads an answer before the next request. */
const readingMs = 100
const nothing: ProviderAnswers = { answers: 0, slowestMs: 0, odd: [] }
let got = { ...nothing }
let isOn = false
let underWay: Promise<void>[] = []

async function ask(cookie: string, at: number): Promise<void> {
  const { path, body } = questions[at % questions.length] ?? { path: '', body: '' }
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body,
  })
  // Loading all suppressions may be refused while others do so.
  if (answer.status === 429) return
  const said = (await answer.json()) as { code?: number; message?: string }
  got.answers += 1
  got.slowestMs = Math.max(got.slowestMs, performance.now() - began)
  if (answer.status !== 200 || (said.code !== 502 && said.code !== 503))
    got.odd.push(`${answer.status}: ${said.message}`)
}

async function keepAsking(cookie: string, first: number): Promise<void> {
  for (let at = first; isOn; at += 1) {
    await ask(cookie, at)
    await pause(readingMs)
  }
}

/** Starts all of them, or waits for the last answers and returns what they received. */
async function turn(on: boolean): Promise<ProviderAnswers> {
  isOn = on
  await Promise.all(underWay)
  const received = got
  got = { ...nothing, odd: [] }
  underWay = on ? cookies.map((cookie, at) => keepAsking(cookie, at)) : []
  return received
}

answerParent<'on' | 'off', ProviderAnswers>(
  (question) => turn(question === 'on'),
  async () => {
    await turn(false)
  },
)
process.send?.('ready')
