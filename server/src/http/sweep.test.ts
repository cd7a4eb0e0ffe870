import { allCalls } from '@agency-support/contract'
import { type AnyCall, getNeeds } from '@agency-support/contract/call'
import { EnvelopeShape } from '@agency-support/contract/envelope'
import { P, permissionMessages, permissionName } from '@agency-support/contract/permissions'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { Got, Sent } from '../../test/exchange.ts'
import { allPermissions } from '../../test/people.ts'
import { sampled } from '../../test/samples.ts'
import { probe } from '../../test/sweep.ts'
import { webhookProof } from '../../test/webhooks.ts'
import { looseWireForm } from '../../test/wire.ts'

const server = useServer({ config: { signInByGet: true } })

function getMessage(got: Got): string {
  const envelope = EnvelopeShape.parse(JSON.parse(got.body))
  expect(envelope.data).toEqual([])
  expect(envelope.code).toBe(got.status)
  return envelope.message
}

function refusedRows(): Promise<{ subject: string | null; after: unknown; agency_id: number | null }[]> {
  return server.db.read
    .selectFrom('journal')
    .select(['subject', 'after', 'agency_id'])
    .where('event', '=', 'session.refused')
    .orderBy('seq')
    .execute()
}

const without = (id: number): { permissions: readonly number[] } => ({
  permissions: allPermissions.filter((held) => held !== id),
})
const needed = (call: AnyCall, input: unknown): readonly number[] => getNeeds(call, call.input.parse(input))

/** The samples ask for missing data; a call that answers with bytes then says 404 instead of using the envelope. */
const letThrough = ({ answer, at }: AnyCall): number[] =>
  at.form === 'hook' ? [204] : answer.form === 'raw' ? [200, 404] : [200]

const guarded = sampled.filter(({ call }) => call.access !== 'anyone')
const forStaff = sampled.filter(({ call }) => call.access === 'staff')

test('[PROV-04] the calls below staff are exactly these', () => {
  const below = allCalls.filter(({ access }) => access !== 'staff')
  expect(below.map(({ module, name, access }) => `${module}.${name} ${access}`).sort()).toEqual([
    'agencyCommands.acknowledge agent',
    'agencyCommands.claim agent',
    'agencyCommands.finish agent',
    'agencyCommands.heartbeat agent',
    'agencyCommands.progress agent',
    'agencyFiles.appendUpload agent',
    'agencyFiles.finishUpload agent',
    'agencyFiles.openUpload agent',
    'agencyFiles.reportConversionErrors agent',
    'agencyReportParts.begin agent',
    'agencyReportParts.commit agent',
    'agencyReportParts.part agent',
    'agencyUsers.reportSignins agent',
    'agencyUsers.reportUsers agent',
    'agencyUsers.sendGridEvents5x provider',
    'agencyUsers.sendGridEvents6x provider',
    'agencyUsers.superUsers agent',
    'alerts.ofAgency agent',
    'certificates.report agent',
    'esignature.report agent',
    'marketplace.report agent',
    'seats.fileRequest agent',
    'seats.reportSeats agent',
    'secondFactor.beginPasskey session',
    'secondFactor.beginTotp session',
    'secondFactor.confirmTotp session',
    'secondFactor.endOtherSessions session',
    'secondFactor.endSession session',
    'secondFactor.finishPasskey session',
    'secondFactor.removePasskey session',
    'secondFactor.removeTotp session',
    'secondFactor.renewRecoveryCodes session',
    'secondFactor.sessions session',
    'secondFactor.status session',
    'secondFactor.stepUp session',
    'secondFactor.stepUpOptions session',
    'session.renew restricted',
    'session.renewByPost restricted',
    'session.signIn anyone',
    'session.signInByGet anyone',
    'session.signOut anyone',
    'session.signOutByGet anyone',
    'session.updatePassword restricted',
    'session.whoami restricted',
    'staff.dismissNotices session',
    'staff.ownNotices session',
    'switches.agentOpenapi agent',
    'switches.clientConfig anyone',
    'switches.environment anyone',
    'switches.featureSwitches session',
    'texting.messageEvents provider',
    'texting.orderEvents provider',
    'texting.reportMessages agent',
    'texting.reportSetUp agent',
    'textingPresence.negotiate agent',
  ])
})

test('[PROV-04] the four webhooks alone are open to providers, with neither cookie nor same origin', async () => {
  const hooks = sampled.filter(({ call }) => call.access === 'provider')
  expect(hooks.map(({ call: { at } }) => `${at.method} ${at.path}`).sort()).toEqual([
    'POST /webhooks/bandwidth/messages',
    'POST /webhooks/bandwidth/orders',
    'POST /webhooks/sendgrid/5x',
    'POST /webhooks/sendgrid/6x',
  ])
  const provider = await server.as(null)
  for (const { name, call, input } of hooks) {
    const sent = looseWireForm(call, input)
    if (call.at.form !== 'hook') throw new Error(`${name} is no webhook`)
    const proof = webhookProof(call.at.proof, sent.body ?? '', server.clock.now())
    const got = await provider.send(sent, { ...proof, origin: 'https://provider.example' })
    expect(got.status, name).toBe(204)
    expect(got.headers['set-cookie']).toBeUndefined()
  }
})

describe('without a session', () => {
  test.each(guarded)('[SHELL-29] $name answers 401 with the sentence', async ({ call, input }) => {
    const got = await probe(server, { call, sent: looseWireForm(call, input), by: 'nobody' })
    expect(got.status).toBe(401)
    const sentences: Readonly<Record<string, string>> = {
      agent: 'Unknown agency key.',
      provider: 'The proof of who sends this is missing or wrong.',
    }
    expect(getMessage(got)).toBe(sentences[call.access] ?? 'Please sign in.')
  })
})

describe('without CanAccess', () => {
  test.each(forStaff)(
    '[PERM-03] $name answers 403 with the CanAccess sentence',
    async ({ name, call, input }) => {
      const before = (await refusedRows()).length
      const got = await probe(server, { call, sent: looseWireForm(call, input), by: without(P.CanAccess) })
      expect(got.status).toBe(403)
      expect(getMessage(got)).toBe(permissionMessages.access)
      const rows = await refusedRows()
      expect(rows).toHaveLength(before + 1)
      expect(rows.at(-1)).toEqual({ subject: name, after: { missing: 'CanAccess' }, agency_id: null })
    },
  )
})

describe('without a permission that the call needs', () => {
  const lacking = forStaff.flatMap(({ name, call, input }) =>
    needed(call, input).map((id) => ({ name, call, input, id, missing: permissionName(id) ?? '' })),
  )
  test('there are such calls', () => expect(lacking.length).toBeGreaterThan(0))

  test.each(lacking)(
    '[PERM-02] $name without $missing answers 403 before the agency is looked up, and leaves one row',
    async ({ name, call, input, id, missing }) => {
      const before = (await refusedRows()).length
      const got = await probe(server, { call, sent: looseWireForm(call, input), by: without(id) })
      expect(got.status).toBe(403)
      expect(getMessage(got)).toBe(permissionMessages.feature)
      const rows = await refusedRows()
      expect(rows).toHaveLength(before + 1)
      expect(rows.at(-1)).toEqual({ subject: name, after: { missing }, agency_id: null })
    },
  )
})

describe('with just the permissions it needs', () => {
  test.each(guarded)('$name is let through', async ({ call, input }) => {
    const got = await probe(server, {
      call,
      sent: looseWireForm(call, input),
      by: { permissions: [P.CanAccess, ...needed(call, input)] },
    })
    expect(letThrough(call)).toContain(got.status)
  })
})

describe('with a session whose password must be changed', () => {
  test.each(sampled)('$name is open or closed as its access says', async ({ call, input }) => {
    const got = await probe(server, { call, sent: looseWireForm(call, input), by: 'restricted' })
    const isOpen = ['anyone', 'restricted', 'agent', 'provider'].includes(call.access)
    expect(isOpen ? letThrough(call) : [403]).toContain(got.status)
    if (!isOpen) expect(getMessage(got)).toBe('Please change your password first.')
  })
})

describe('every answer', () => {
  const contentTypes = { text: 'text/plain; charset=utf-8', json: 'application/json; charset=utf-8' }
  const getType = ({ answer }: AnyCall): string =>
    answer.form === 'raw'
      ? answer.contentType
      : answer.form === 'text'
        ? contentTypes.text
        : contentTypes.json

  /** Refusals are envelopes, even from calls that otherwise answer with something else. */
  const isRefusal = ({ body }: Got): boolean => /^\{"code":[1-9]/.test(body)

  test.each(sampled)(
    '$name states its type, is not stored and carries the constant headers',
    async ({ call, input }) => {
      const got = await probe(server, { call, sent: looseWireForm(call, input) })
      expect(letThrough(call)).toContain(got.status)
      expect(got.headers).toMatchObject({
        // An empty answer has no type.
        ...(got.status === 204 ? {} : { 'content-type': isRefusal(got) ? contentTypes.json : getType(call) }),
        'cache-control': 'no-store, private',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(got.headers['access-control-allow-origin']).toBeUndefined()
      expect(got.headers.server).toBeUndefined()
    },
  )
})

/** All paths; each must be in one of the documents or in the agents' protocol. */
const documented = [
  'DELETE /staff/seats/release/{agencyId}/{username}',
  'GET /agent/v1/openapi.json',
  'GET /api/client-config',
  'GET /api/docs',
  'GET /api/environment',
  'GET /api/file/download',
  'GET /api/file/log/lines',
  'GET /api/file/log/search',
  'GET /api/file/metadata',
  'GET /api/file/{id}/logo',
  'GET /api/journal/export',
  'GET /api/live',
  'GET /api/openapi.json',
  'GET /api/reports/{report}/csv',
  'GET /api/subscription/billing/{agencyId}/billingcycle',
  'GET /api/subscription/contact/{agencyId}/main',
  'GET /api/subscription/datecode/client/seats/{agencyId}',
  'GET /api/subscription/datecode/client/{agencyId}',
  'GET /auth/staff/renew',
  'GET /auth/staff/signin/cookie',
  'GET /auth/staff/signout',
  'GET /auth/staff/whoami',
  'GET /staff/seats/used/{agencyId}',
  'POST /agency/profile/create-5x-super-user',
  'POST /agent/v1/alerts',
  'POST /agent/v1/certificates',
  'POST /agent/v1/commands/acknowledge',
  'POST /agent/v1/commands/claim',
  'POST /agent/v1/commands/finish',
  'POST /agent/v1/commands/progress',
  'POST /agent/v1/conversion-errors',
  'POST /agent/v1/esignature',
  'POST /agent/v1/heartbeat',
  'POST /agent/v1/marketplace',
  'POST /agent/v1/messages',
  'POST /agent/v1/reports',
  'POST /agent/v1/reports/commit',
  'POST /agent/v1/reports/parts',
  'POST /agent/v1/seat-requests',
  'POST /agent/v1/seats',
  'POST /agent/v1/signins',
  'POST /agent/v1/super-users',
  'POST /agent/v1/texting',
  'POST /agent/v1/uploads',
  'POST /agent/v1/uploads/finish',
  'POST /agent/v1/uploads/{uploadId}/bytes',
  'POST /agent/v1/users',
  'POST /api/email/request',
  'POST /api/file/{id}/uploadLogo',
  'POST /api/request',
  'POST /api/texting/admin',
  'POST /api/texting/admin/all',
  'POST /api/texting/request',
  'POST /api/user/request',
  'POST /application/request',
  'POST /auth/staff/renew',
  'POST /auth/staff/signin/cookie',
  'POST /auth/staff/signout',
  'POST /hubs/texting/negotiate',
  'POST /seat/request',
  'POST /staff/request',
  'POST /webhooks/bandwidth/messages',
  'POST /webhooks/bandwidth/orders',
  'POST /webhooks/sendgrid/5x',
  'POST /webhooks/sendgrid/6x',
]

describe('every documented path', () => {
  test.each(sampled)('$name answers below /api too', async ({ call, input }) => {
    const sent = looseWireForm(call, input)
    const path = sent.path.startsWith('/api/') ? sent.path : `/api${sent.path}`
    const got = await probe(server, { call, sent: { ...sent, path } })
    expect(letThrough(call)).toContain(got.status)
  })

  test('the paths are the documents’ own', () => {
    expect([...new Set(allCalls.map(({ at }) => `${at.method} ${at.path}`))].sort()).toEqual(documented)
  })
})

describe('an unknown command', () => {
  const request = (body: unknown): Sent => ({
    method: 'POST',
    path: '/api/request',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  test('answers 401 to nobody', async () => {
    const client = await server.as(null)
    const got = await client.send(request({ command: 'DropTables' }))
    expect([got.status, getMessage(got)]).toEqual([401, 'Please sign in.'])
  })

  test.each([
    [{ command: 'DropTables' }],
    [{ command: 'agencysearch', searchText: 'a' }],
    [{ command: 'AgencySearch ', searchText: 'a' }],
    [{ command: 'AgencySearch\0', searchText: 'a' }],
    [{ command: 'UpdatePassword', newPassword: 'x' }],
    [{ command: ['AgencySearch'] }],
    [{ command: {} }],
    [{ command: '' }],
    [{ command: null }],
    [{ command: 'constructor' }],
    [{ command: 'toString' }],
    [{ command: '__proto__' }],
    [{}],
  ])('%j answers 400', async (body) => {
    const client = await server.asNew()
    const got = await client.send(request(body))
    expect([got.status, getMessage(got)]).toEqual([400, 'Unknown command'])
  })
})
