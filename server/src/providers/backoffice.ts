import { z } from 'zod'
import { checkProviderUrl } from '../settings/external-sites.ts'
import type { SettingReader } from '../settings/reader.ts'
import type { ProviderParts } from './breaker.ts'
import { Gate } from './gate.ts'
import { type AnswerText, getText } from './get-text.ts'
import { parseJsonAnswer } from './parse-answer.ts'
import { ProviderError } from './provider-error.ts'

/** Address and credentials of the provider's back office. */
interface BackOfficeSettings {
  /** URL without a trailing slash; empty if not configured. */
  baseUrl: string
  token: string
}

const provider = 'back office'

/** No useful answer is longer; a license is cut here. */
const maxBytes = 1024 * 1024

const word = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
const whole = z
  .int()
  .nullish()
  .transform((number) => number ?? null)

/** An object with these fields; any may be missing. One that has only others, such as a failure, is none. */
function record<S extends z.ZodRawShape>(shape: S) {
  const isOurs = (given: object): boolean => {
    const names = Object.keys(given)
    return names.length === 0 || names.some((name) => Object.hasOwn(shape, name))
  }
  return z.looseObject({}).refine(isOurs).pipe(z.object(shape))
}

const Contacts = z.array(record({ PersonId: whole, Name: word, Initials: word, Email: word }))
const Seats = record({
  Total: whole,
  IsLocal: z
    .boolean()
    .nullish()
    .transform((flag) => flag ?? null),
  HostingType: word,
  Users: z
    .array(z.object({ Username: word, FirstName: word, LastName: word, Email: word }))
    .nullish()
    .transform((users) => users ?? []),
})

/** The provider's back office: subscriptions and licenses. Every call throws ProviderError if it cannot answer. */
export interface BackOffice {
  /** The billing cycle as the received JSON text, which may be malformed. */
  billingCycle(agencyId: number): Promise<string>
  /** Contacts, the main one first. */
  mainContacts(agencyId: number): Promise<z.output<typeof Contacts>>
  licensedSeats(agencyId: number): Promise<z.output<typeof Seats>>
  /** The raw license, cut at the maximum length. */
  license(agencyId: number): Promise<{ text: string; isCut: boolean }>
}

/** Reads BACKOFFICE_BASE_URL and BACKOFFICE_TOKEN; the token must not be sent unencrypted. */
function readSettings({ text, problem }: SettingReader): BackOfficeSettings {
  const baseUrl = text('BACKOFFICE_BASE_URL', '').replace(/\/+$/, '')
  const token = text('BACKOFFICE_TOKEN', '')
  if (baseUrl === '') return { baseUrl, token: '' }
  checkProviderUrl('BACKOFFICE_BASE_URL', baseUrl, 'https://backoffice.example', problem)
  if (token === '' || /\s/.test(token))
    problem('BACKOFFICE_TOKEN is missing or holds blanks: the token that the back office knows us by.')
  return { baseUrl, token }
}

/** The back office over HTTP; its only state is the circuit breaker. */
function open({ baseUrl, token }: BackOfficeSettings, parts: ProviderParts): BackOffice {
  const gate = new Gate(provider, parts)
  async function ask(path: string, accept = 'application/json'): Promise<AnswerText> {
    if (baseUrl === '') throw new ProviderError(provider, 'unavailable', 'no back office is set up')
    return getText({ provider, url: new URL(`${baseUrl}/${path}`), token, accept, maxBytes }, gate)
  }
  return {
    billingCycle: async (agencyId) => requireWhole(await ask(`billing/${agencyId}/billingcycle`)),
    mainContacts: async (agencyId) => parsed(Contacts, await ask(`contact/${agencyId}/main`)),
    licensedSeats: async (agencyId) => parsed(Seats, await ask(`datecode/client/seats/${agencyId}`)),
    license: async (agencyId) => requireXml(await ask(`datecode/client/${agencyId}`, 'application/xml')),
  }
}

function requireWhole({ text, isCut }: AnswerText): string {
  if (isCut)
    throw new ProviderError(provider, 'protocol', `${provider} gave an answer of over ${maxBytes} bytes`)
  return text
}

/** XML or nothing; a page of HTML is of something in front of the back office. Only its beginning tells, as it may be cut. */
function requireXml(answer: AnswerText): AnswerText {
  const text = answer.text.trim()
  const root = /<(!doctype\s+html|[\p{L}_][\w:.-]*)/iu.exec(text)?.[1]?.toLowerCase() ?? ''
  if (text !== '' && (!text.startsWith('<') || root === '' || root === 'html' || root.startsWith('!')))
    throw new ProviderError(provider, 'protocol', `${provider} gave an answer that is not XML`)
  return answer
}

function parsed<T>(shape: z.ZodType<T>, answer: AnswerText): T {
  return parseJsonAnswer(provider, shape, requireWhole(answer))
}

/** The adapter of the back office. */
export const backOffice = { settings: readSettings, open }
