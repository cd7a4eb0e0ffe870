import { z } from 'zod'
import type { BackOfficeSettings } from '../outside-sites.ts'
import { Breaker, type ProviderParts } from './breaker.ts'
import { type AnswerText, getText } from './get-text.ts'
import { type BackOffice, ProviderError } from './ports.ts'

const provider = 'back office'

/** No answer of use is longer; a license is cut here. */
const mostBytes = 1024 * 1024

const word = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
const whole = z
  .int()
  .nullish()
  .transform((number) => number ?? null)

const Contacts = z.array(z.object({ PersonId: whole, Name: word, Initials: word, Email: word }))
const Seats = z.object({
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

/** The back office over HTTP. Between calls it knows only whether the back office answers. */
export function openBackOffice({ baseUrl, token }: BackOfficeSettings, parts: ProviderParts): BackOffice {
  const breaker = new Breaker(provider, parts)
  async function ask(path: string, accept = 'application/json'): Promise<AnswerText> {
    if (baseUrl === '') throw new ProviderError(provider, 'unavailable', 'no back office is set up')
    return getText({ provider, url: new URL(`${baseUrl}/${path}`), token, accept, mostBytes }, breaker)
  }
  return {
    billingCycle: async (agencyId) => allOf(await ask(`billing/${agencyId}/billingcycle`)),
    mainContacts: async (agencyId) => parsed(Contacts, await ask(`contact/${agencyId}/main`)),
    licensedSeats: async (agencyId) => parsed(Seats, await ask(`datecode/client/seats/${agencyId}`)),
    license: (agencyId) => ask(`datecode/client/${agencyId}`, 'application/xml'),
  }
}

function allOf({ text, isCut }: AnswerText): string {
  if (isCut)
    throw new ProviderError(provider, 'protocol', `an answer of the back office is over ${mostBytes} bytes`)
  return text
}

/** An answer in the shape it must have; what is wrong is not said, since it could hold anybody's data. */
function parsed<T>(shape: z.ZodType<T>, answer: AnswerText): T {
  const result = shape.safeParse(jsonOf(allOf(answer)))
  if (result.success) return result.data
  throw new ProviderError(provider, 'protocol', 'an answer of the back office does not have its shape')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError(provider, 'protocol', 'an answer of the back office is not JSON')
  }
}
