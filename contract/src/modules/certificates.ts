import { z } from 'zod'
import { many, one, raw } from '../answer.ts'
import { audited, moduleCalls, read, listBody, write } from '../call.ts'
import { AgentInstant, Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { exactText, lineText, requiredLine, trimmedText, trueOrFalse } from '../fields.ts'
import { AgencyId, AgencyIdText, noAgency } from '../ids.ts'
import { clientIdPattern } from '../rules/agency-files.ts'
import { certificateTexts, padClientId } from '../rules/certificates.ts'
import { hasHiddenCharacters } from '../rules/hidden-characters.ts'
import { command, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'

/** Limits of one report, and of one client. */
const maxEvents = 500
const maxPolicies = 100
const maxHolders = 500
const maxAddressLines = 10
/** The most policies, and the most certificate holders, in all events of a report. */
const maxInReport = 5_000
/** Maximum body of a report: everything within the limits fits. */
const eventsBody = listBody(maxEvents, 554) + listBody(maxInReport, 250) + listBody(maxInReport, 1_004)

const clientSentence = 'clientId must be eight digits.'
const ClientId = z
  .string(clientSentence)
  .regex(clientIdPattern, clientSentence)
  .describe('Client of the agency, eight digits.')

const Day = (what: string) => {
  const sentence = `${what} must be a day such as 2026-11-21.`
  return z
    .string(sentence)
    .regex(/^(19|20|21)\d\d-\d\d-\d\d$/, sentence)
    .refine((day) => z.iso.date().safeParse(day).success, sentence)
    .describe('Calendar date, YYYY-MM-DD; the same day in every time zone.')
}

const addressSentence = `address must be at most ${maxAddressLines} lines of plain text.`
const Address = trimmedText('address', 500)
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .refine((text) => {
    const lines = text.split('\n')
    return lines.length <= maxAddressLines && !lines.some(hasHiddenCharacters)
  }, addressSentence)

/** A policy that a certificate proves (spec-001 §3). */
const CertificatePolicy = z.object({
  policyNumber: requiredLine('policyNumber', 50).describe('Number of the policy.'),
  carrier: lineText('carrier', 200).describe('Insurer.'),
  effectiveDate: Day('effectiveDate').describe('First day of the policy, YYYY-MM-DD.'),
  expirationDate: Day('expirationDate').describe('Last day of the policy, YYYY-MM-DD.'),
})
export type CertificatePolicy = z.infer<typeof CertificatePolicy>

/** Who receives a certificate (spec-001 §3). */
const CertificateHolder = z.object({
  id: requiredLine('id', 50).describe(
    'Number of the holder at the agency; one of a kind in its certificate.',
  ),
  name: requiredLine('name', 200).describe('Person or company.'),
  address: Address.describe('Postal address in its lines; may be empty.'),
  email: lineText('email', 254).describe('Address for mail; empty when unknown.'),
  additionalInsured: trueOrFalse('additionalInsured').describe(
    'True where the policies cover the holder too.',
  ),
})
export type CertificateHolder = z.infer<typeof CertificateHolder>

/** A client of an agency with a published certificate. */
export const CertificateClient = z.object({
  clientId: ClientId,
  name: z.string().describe('Name of the client.'),
  publishedDate: Instant.describe('When the certificate was published last.'),
})
export type CertificateClient = z.infer<typeof CertificateClient>

/** Self-serve certificates of an agency (spec-001 §3). */
const SelfServeCertificates = z.object({
  subscribed: z.boolean().describe('True once the agency’s software has reported certificates.'),
  clientsWithPublishedCertificates: z.array(CertificateClient).describe('By name, then by client id.'),
})

/** The certificate of a client (spec-001 §3). */
export const CertificateDetails = z.object({
  user: z.object({ email: z.string().describe('Address of who published it.') }),
  publishedDate: Instant.describe('When it was published last.'),
  policies: z.array(CertificatePolicy).describe('The latest expiration first.'),
  certificateHolders: z.array(CertificateHolder).describe('By name.'),
})
export type CertificateDetails = z.infer<typeof CertificateDetails>

/** The content of a token. */
export const CertificateToken = z.object({
  agencyId: z.string().describe('Agency id, eight digits.'),
  clientId: z.string().describe('Client id, eight digits.'),
  issued: Instant.describe('When the token was made.'),
})
export type CertificateToken = z.infer<typeof CertificateToken>

const common = {
  id: requiredLine('id', 100).describe(
    'Number of the event, given by the software; sent again it changes nothing.',
  ),
  at: AgentInstant.describe('When it happened, by the clock of the agency.'),
  clientId: ClientId,
}

/** A certificate event reported by an agency's software. */
const CertificateEvent = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...common,
      kind: z.literal('published').describe('A client’s certificate was published, or published anew.'),
      name: requiredLine('name', 200).describe('Name of the client.'),
      user: z.object({ email: requiredLine('email', 254).describe('Address of who published it.') }),
      policies: z
        .array(CertificatePolicy)
        .max(maxPolicies, `A certificate holds at most ${maxPolicies} policies.`)
        .describe('All policies of the certificate.'),
      certificateHolders: z
        .array(CertificateHolder)
        .max(maxHolders, `A certificate holds at most ${maxHolders} certificate holders.`)
        .refine(
          (holders) => new Set(holders.map(({ id }) => id)).size === holders.length,
          'A certificate names every holder once.',
        )
        .describe('All holders of the certificate.'),
    }),
    z.object({
      ...common,
      kind: z.literal('withdrawn').describe('A client’s certificate is not published any more.'),
    }),
  ],
  'kind must be published or withdrawn.',
)
export type CertificateEvent = z.infer<typeof CertificateEvent>

function countIn(events: readonly CertificateEvent[], list: 'policies' | 'certificateHolders'): number {
  return events.reduce((sum, one) => sum + (one.kind === 'published' ? one[list].length : 0), 0)
}

const Client = z.object({ agencyId: AgencyId, clientId: ClientId })
const none = [2, certificateTexts.notFound] as const

const digitsSentence = 'Client id must be 1 to 8 digits.'
const agencySentence = 'Agency id must be a whole number from 1 to 99999999.'

const path = '/api/request'

export const certificates = moduleCalls('certificates', {
  list: read({
    about: 'Whether an agency has self-serve certificates, and its clients with a published one.',
    at: command(path, 'GetSelfServeCertificates'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(SelfServeCertificates),
  }),
  details: read({
    about: 'The published certificate of a client: who published it, its policies and holders.',
    at: command(path, 'GetSelfServeCertificateDetails'),
    access: 'staff',
    input: Client,
    answer: one(CertificateDetails),
    refusals: { none },
  }),
  file: audited({
    about: 'The published certificate of a client as a PDF, made from the record of this moment.',
    at: command(path, 'GetSelfServeCertificateFile'),
    access: 'staff',
    event: event('certificates.downloaded', 'Certificate downloaded'),
    input: Client,
    answer: raw('application/pdf'),
    refusals: { none },
  }),
  decodeUrl: read({
    about: 'Which agency and client a published certificate’s url or token is of; nothing is fetched.',
    at: command(path, 'GetSelfServeCertsDecodedUrl'),
    access: 'staff',
    input: z.object({
      urlToken: exactText('urlToken', 2_000).describe('Token, or a url of any host that ends in it.'),
    }),
    answer: one(CertificateToken),
    refusals: { foreign: [422, certificateTexts.foreign] },
  }),
  encodeUrl: audited({
    about: 'The url of a client’s published certificate; whether the client has one is not looked up.',
    at: command(path, 'GetSelfServeCertsEncodedUrl'),
    access: 'staff',
    event: event('certificates.urlEncoded', 'Certificate url encoded'),
    input: z.object({
      agencyId: z
        .union([AgencyId, AgencyIdText], agencySentence)
        .describe('Agency id, as a number or as 1 to 8 digits.'),
      clientId: z
        .string(digitsSentence)
        .regex(/^[0-9]{1,8}$/, digitsSentence)
        .transform(padClientId)
        .describe('Client id, 1 to 8 digits; zeros in front are optional.'),
    }),
    answer: one(z.string().describe('The url.')),
    refusals: { noAgency },
  }),
  report: write({
    about: 'An agency’s software reports which certificates were published and withdrawn.',
    at: post('/agent/v1/certificates'),
    access: 'agent',
    maxBody: eventsBody,
    event: [event('certificates.reported', 'Certificates reported'), ...reportEvents],
    judged: { list: 'events', noun: 'events' },
    input: z.object({
      events: z
        .array(CertificateEvent)
        .max(maxEvents, `A report holds at most ${maxEvents} events.`)
        .refine(
          (events) => countIn(events, 'policies') <= maxInReport,
          `A report holds at most ${maxInReport} policies.`,
        )
        .refine(
          (events) => countIn(events, 'certificateHolders') <= maxInReport,
          `A report holds at most ${maxInReport} certificate holders.`,
        )
        .describe(
          `In any order; what is older undoes nothing. All events together hold at most ${maxInReport} policies and as many holders.`,
        ),
    }),
    answer: many(LeftOutEntry),
  }),
})
