import { z } from 'zod'
import { checkProviderUrl } from '../settings/external-sites.ts'
import type { SettingReader } from '../settings/reader.ts'
import type { Breaker, ProviderParts } from './breaker.ts'
import { Gate } from './gate.ts'
import { inTurns } from './in-turns.ts'
import { parseAnswer } from './parse-answer.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import { askSendGrid, provider, type Request } from './sendgrid-client.ts'

/** The two accounts: for agencies on the older software version, and on the newer. */
export const mailModes = ['5x', '6x'] as const
export type MailMode = (typeof mailModes)[number]

/** SendGrid's address and the key of each account; empty for an account that does not exist. */
interface SendGridSettings {
  /** URL without a trailing slash. */
  baseUrl: string
  keys: Record<MailMode, string>
  /** Sender address; if empty, no mail is sent. */
  from?: string
}

/** The name of each kind of suppression in SendGrid's URLs. */
const lists = {
  bounce: 'bounces',
  block: 'blocks',
  invalid: 'invalid_emails',
  spam: 'spam_reports',
} as const
export type SuppressionKind = keyof typeof lists
const kinds = Object.keys(lists) as SuppressionKind[]

/** One list of one account. */
export interface SuppressionList {
  mode: MailMode
  kind: SuppressionKind
}

/** A suppressed address; '' for fields that its kind does not have. */
export interface Suppression {
  email: string
  createdAt: Date
  reason: string
  status: string
}

/** The content of one list, at most {@link maxPerList} addresses; `isCut` if there may be more. */
export type ListReading = SuppressionList &
  ({ addresses: readonly string[]; isCut: boolean } | { failure: ProviderFailure })

/** An address to remove from a list. */
export type Suppressed = SuppressionList & { email: string }

/** The result: gone; still listed despite the removal; no address and not listed; never sent; unknown without an answer; or why SendGrid refused. */
export type Removal = Suppressed & {
  result:
    | 'gone'
    | 'listed'
    | 'unlisted'
    | 'unsent'
    | 'unknown'
    | Extract<ProviderFailure, 'auth' | 'invalid' | 'rateLimited'>
}

/** A mail to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * The mail service. Calls throw ProviderError if they cannot answer; `readAll` and `remove` report failures per part.
 */
export interface SendGrid {
  /** Every list of every account, separately; `search` is the beginning of an address. */
  readAll(search: string): Promise<ListReading[]>
  /** Null if the address is not on the list. */
  find(suppressed: Suppressed): Promise<Suppression | null>
  /** Removes addresses from their lists: one write per list, never repeated. */
  remove(suppressed: readonly Suppressed[]): Promise<Removal[]>
  /** Whether a sender and an account are configured. */
  canSend: boolean
  /** Sends one plain-text mail; resolves once SendGrid has accepted it. Never repeated. */
  sendMail(mail: Mail): Promise<void>
}

const usualBaseUrl = 'https://api.sendgrid.com'
const pageSize = 500
const maxPerList = 10_000
const maxAtOnce = 4
/** Timeouts for reading all lists, and for one request of it. */
const limits = { readingMs: 15_000, requestMs: 8_000 }
/** Up to this many addresses, looking each up costs less than reading their list. */
const maxSingleLookUps = 20

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '')
const Page = z.array(z.object({ email: z.string(), created: z.int().min(0), reason: text, status: text }))

/** Reads SENDGRID_BASE_URL, SENDGRID_API_KEY_5X and _6X, and MAIL_FROM; a key must not be sent unencrypted. */
function readSettings({ text, problem }: SettingReader): SendGridSettings {
  const baseUrl = text('SENDGRID_BASE_URL', usualBaseUrl).replace(/\/+$/, '')
  checkProviderUrl('SENDGRID_BASE_URL', baseUrl, usualBaseUrl, problem)
  const readKey = (name: string): string => {
    const key = text(name, '')
    if (key !== '' && !/^SG\.\S+$/.test(key))
      problem(`${name} must be a key of SendGrid, which begins with SG.`)
    return key
  }
  const from = text('MAIL_FROM', '')
  if (from !== '' && !z.email().safeParse(from).success)
    problem(`MAIL_FROM must be an email address, not "${from}".`)
  const keys = { '5x': readKey('SENDGRID_API_KEY_5X'), '6x': readKey('SENDGRID_API_KEY_6X') }
  return { baseUrl, keys, from }
}

type Ask = (mode: MailMode, request: Request, how: { expected: number; allMs?: number }) => Promise<unknown>

/** SendGrid over HTTP; its only state is the circuit breaker. */
function open({ baseUrl, keys, from = '' }: SendGridSettings, parts: ProviderParts): SendGrid {
  const gate = new Gate(provider, parts)
  const ask: Ask = async (mode, request, how) => {
    if (keys[mode] === '')
      throw new ProviderError(provider, 'unavailable', `no account for ${mode} is set up`, { isUnsent: true })
    return askSendGrid({ gate, baseUrl, key: keys[mode] }, request, how)
  }
  const modes = mailModes.filter((mode) => keys[mode] !== '')
  return {
    readAll: (search) => {
      const deadline = Date.now() + limits.readingMs
      const all = modes.flatMap((mode) => kinds.map((kind) => ({ mode, kind })))
      return inTurns(all, maxAtOnce, (list) => readList(ask, list, { search, deadline }), gate.breaker)
    },
    find: (suppressed) => find(ask, suppressed),
    remove: async (suppressed) => {
      const removals = await inTurns(
        byList(suppressed),
        maxAtOnce,
        (some) => removeListed(ask, some, gate.breaker),
        gate.breaker,
      )
      return removals.flat()
    },
    canSend: from !== '' && modes.length > 0,
    sendMail: (mail) => sendMail(ask, modes[0] ?? '5x', from, mail),
  }
}

async function sendMail(ask: Ask, mode: MailMode, from: string, { to, subject, text }: Mail): Promise<void> {
  const body = {
    personalizations: [{ to: [{ email: to }] }],
    from: { email: from },
    subject,
    content: [{ type: 'text/plain', value: text }],
  }
  await ask(mode, { method: 'POST', url: '/v3/mail/send', body }, { expected: 202 })
}

function getPath({ kind }: SuppressionList, email?: string): string {
  const path = `/v3/suppression/${lists[kind]}`
  return email === undefined ? path : `${path}/${encodeURIComponent(email)}`
}

/** Reads a list page by page; one that cannot be read completely in time counts as not read. */
async function readList(
  ask: Ask,
  list: SuppressionList,
  { search, deadline }: { search: string; deadline: number },
): Promise<ListReading> {
  const seen = new Map<string, string>()
  try {
    for (let offset = 0; offset < maxPerList; offset += pageSize) {
      const allMs = Math.min(limits.requestMs, deadline - Date.now())
      if (allMs <= 0) return { ...list, failure: 'unavailable' }
      const qs = { limit: pageSize, offset, ...(search === '' ? {} : { email: search }) }
      const answer = await ask(list.mode, { method: 'GET', url: getPath(list), qs }, { expected: 200, allMs })
      const page = parseAnswer(provider, Page, answer)
      // An address added meanwhile shifts others to the next page, where they appear again.
      for (const { email } of page) seen.set(email.toLowerCase(), email)
      if (page.length < pageSize) return { ...list, addresses: [...seen.values()], isCut: false }
    }
    return { ...list, addresses: [...seen.values()], isCut: true }
  } catch (error) {
    return { ...list, failure: getFailure(error) }
  }
}

async function find(ask: Ask, suppressed: Suppressed): Promise<Suppression | null> {
  const request = { method: 'GET', url: getPath(suppressed, suppressed.email) } as const
  const answer = await ask(suppressed.mode, request, { expected: 200 }).catch(noneFor404)
  const [found] = parseAnswer(provider, Page, answer)
  if (found === undefined) return null
  const { email, created, reason, status } = found
  return { email, createdAt: new Date(created * 1000), reason, status }
}

function noneFor404(error: unknown): [] {
  if (getFailure(error) === 'notFound') return []
  throw error
}

/**
 * Removes addresses from one list. It may hold a text that is no address, for example one with a line end; such a text
 * is looked up first, because 404 for one that somebody made up must not count as purged.
 */
async function removeListed(ask: Ask, some: readonly Suppressed[], breaker: Breaker): Promise<Removal[]> {
  const odd = some.filter(({ email }) => /\p{Cc}/u.test(email))
  const left = (await lookUp(ask, odd, breaker)).filter(({ result }) => result !== 'listed')
  const leftOut = new Set(left.map(({ email }) => email))
  const others = some.filter(({ email }) => !leftOut.has(email))
  return [
    ...left.map((one): Removal => ({ ...one, result: one.result === 'gone' ? 'unlisted' : 'unsent' })),
    ...(await removeFromList(ask, others, breaker)),
  ]
}

/** The same, in one request. */
async function removeFromList(ask: Ask, some: readonly Suppressed[], breaker: Breaker): Promise<Removal[]> {
  const [first] = some
  if (first === undefined) return []
  const body = { emails: some.map(({ email }) => email) }
  try {
    await ask(first.mode, { method: 'DELETE', url: getPath(first), body }, { expected: 204 })
    return some.map((one) => ({ ...one, result: 'gone' }))
  } catch (error) {
    const result = toResult(error)
    return result === undefined ? lookUp(ask, some, breaker) : some.map((one) => ({ ...one, result }))
  }
}

/** What a failure tells of a removal; undefined if it may have been made. */
function toResult(error: unknown): Removal['result'] | undefined {
  const failure = getFailure(error)
  if (failure === 'notFound') return 'gone'
  if (failure === 'auth' || failure === 'invalid' || failure === 'rateLimited') return failure
  return error instanceof ProviderError && error.isUnsent ? 'unsent' : undefined
}

/** Looks up addresses whose removal got no clear answer. */
async function lookUp(ask: Ask, some: readonly Suppressed[], breaker: Breaker): Promise<Removal[]> {
  const [list] = some
  if (list === undefined || some.length <= maxSingleLookUps) {
    const look = async (one: Suppressed): Promise<Removal> => {
      const found = await find(ask, one).catch(unknownOutcome)
      return { ...one, result: found === null ? 'gone' : found === 'unknown' ? found : 'listed' }
    }
    return inTurns(some, maxAtOnce, look, breaker)
  }
  const deadline = Date.now() + limits.readingMs
  const reading = await readList(ask, list, { search: '', deadline })
  const listed = new Set('failure' in reading ? [] : reading.addresses.map((email) => email.toLowerCase()))
  const isWhole = 'isCut' in reading && !reading.isCut
  return some.map((one) => {
    if (listed.has(one.email.toLowerCase())) return { ...one, result: 'listed' }
    return { ...one, result: isWhole ? 'gone' : 'unknown' }
  })
}

function unknownOutcome(error: unknown): 'unknown' {
  getFailure(error)
  return 'unknown'
}

function byList(suppressed: readonly Suppressed[]): Suppressed[][] {
  return [...Map.groupBy(suppressed, ({ mode, kind }) => `${mode} ${kind}`).values()]
}

/** The kind of a provider's failure; other errors are rethrown. */
function getFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderError) return error.kind
  throw error
}

/** The adapter of SendGrid. */
export const sendGrid = { settings: readSettings, open }
