import { z } from 'zod'
import { expect, test } from 'vitest'
import type { AnyCall } from './call.ts'
import { Code } from './envelope.ts'
import { lastChange } from './fields.ts'
import { allCalls, allEvents, contract } from './index.ts'
import { agencyReportParts } from './modules/agency-report-parts.ts'
import { isPermission } from './permissions.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The paths of fields without a description. */
function unexplained(schema: Schema, path: string): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [
    ...inner.flatMap((part) => unexplained(part, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const explained = [field, ...(field.anyOf ?? [])].some(({ description }) => description !== undefined)
      const isGroup = field.properties !== undefined
      return [...(explained || isGroup ? [] : [`${path}.${name}`]), ...unexplained(field, `${path}.${name}`)]
    }),
  ]
}

function listSchemas(call: AnyCall): { io: 'input' | 'output'; schema: z.ZodType }[] {
  const { answer } = call
  const answered = 'item' in answer ? answer.item : 'body' in answer ? answer.body : undefined
  const refused = Object.values(call.refusals).flatMap(([, , data]) => (data === undefined ? [] : [data]))
  const outputs = [...(answered === undefined ? [] : [answered]), ...refused]
  // A transform before the schema accepts anything; the schema behind it has the descriptions.
  const tidied = call.input instanceof z.ZodPipe && call.input.in instanceof z.ZodTransform
  const input = tidied ? ((call.input as z.ZodPipe).out as z.ZodType) : call.input
  return [{ io: 'input', schema: input }, ...outputs.map((schema) => ({ io: 'output' as const, schema }))]
}

test('every call says in a sentence what it is for, and knows its module and name', () => {
  for (const [module, calls] of Object.entries(contract))
    for (const [name, call] of Object.entries<AnyCall>(calls)) {
      expect(call).toMatchObject({ module, name })
      expect(call.about, `${module}.${name}`).toMatch(/^[A-Z].{10,}\.$/)
    }
})

test('every field of every input, answer and refusal is explained', () => {
  const found = allCalls.flatMap((call) =>
    listSchemas(call).flatMap(({ io, schema }) =>
      unexplained(
        z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema,
        `${call.module}.${call.name}`,
      ),
    ),
  )
  expect(found).toEqual([])
})

test('every event has a label a person can read, a module, and permissions of the catalogue', () => {
  expect(allEvents.size).toBeGreaterThan(10)
  for (const [name, { label, sees }] of allEvents) {
    expect(label, name).toMatch(/^[A-Z][\w -]+$/)
    expect(name).toMatch(/^[a-z][a-zA-Z]*\.[a-zA-Z]+$/)
    expect(sees.every(isPermission), name).toBe(true)
  }
})

test('no two events have the same label: the journal is filtered by it', () => {
  const labels = [...allEvents.values()].map(({ label }) => label)
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
})

test('writes and audited calls name the events they append; reads have none, signals only of reports', () => {
  const takesReport = (call: AnyCall): boolean =>
    call.kind === 'signal' && (call.judged !== undefined || call.at === agencyReportParts.commit.at)
  for (const call of allCalls)
    expect(call.events.length > 0, `${call.module}.${call.name}`).toBe(
      ['write', 'audited'].includes(call.kind) || takesReport(call),
    )
})

test('no two calls share an address, and a GET that leaves a trace is sign-in, sign-out, renew, an export or a download', () => {
  const addresses = allCalls.map(({ at }) => `${at.method} ${at.path} ${'command' in at ? at.command : ''}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  const changing = allCalls.filter(({ at, kind }) => at.method === 'GET' && kind !== 'read')
  expect(changing.map(({ name }) => name).sort()).toEqual([
    'csv',
    'download',
    'exportCsv',
    'renew',
    'signInByGet',
    'signOutByGet',
  ])
})

test('a refusal has a code of its own and a sentence; its placeholders are fields of its data', () => {
  for (const { refusals, name } of allCalls)
    for (const [reason, [code, says, data]] of Object.entries(refusals)) {
      expect(code, `${name}.${reason}`).toBeGreaterThan(0)
      expect(says, `${name}.${reason}`).toMatch(/^[A-Z{].+[^ ]$/)
      // Fields that only the sentence uses are not sent.
      let given = data
      while (given instanceof z.ZodPipe) given = given.in as z.ZodType
      const fields = given instanceof z.ZodObject ? Object.keys(given.shape) : []
      expect(fields, `${name}.${reason}`).toEqual(
        expect.arrayContaining([...says.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)),
      )
    }
})

test('a stale write is refused with who changed it meanwhile, and when, in the item and in the sentence', () => {
  const stale = allCalls.flatMap(({ name, refusals: { stale } }) =>
    stale === undefined ? [] : [{ name, stale }],
  )
  expect(stale.length).toBeGreaterThan(10)
  for (const {
    name,
    stale: [code, says, item],
  } of stale) {
    expect(code, name).toBe(Code.conflict)
    expect(says, name).toMatch(/^\{changedBy\} .* at \{changedAt\}\./)
    expect(item instanceof z.ZodObject && item.shape, name).toMatchObject(lastChange)
  }
})

test('[API-11] command calls are POSTs told apart by a command field of their own', () => {
  const commands = allCalls.flatMap(({ at, input }) => (at.form === 'command' ? [{ at, input }] : []))
  expect(commands.length).toBeGreaterThan(5)
  for (const { at, input } of commands) {
    expect(at.method).toBe('POST')
    expect(at.command).toMatch(/^[A-Z]\w+$/)
    expect(input instanceof z.ZodObject && 'command' in input.shape).toBe(false)
  }
})

test('the documented commands have their documented names and paths, to the letter', () => {
  const served = allCalls.flatMap(({ at }) => ('command' in at ? [`${at.path} ${at.command}`] : []))
  const documented = {
    '/api/request': [
      ['AddAgency', 'AgencySearch', 'GetAgencyConfig', 'ListAgencyConfigs', 'ListAgencyTotals'],
      ['CheckAgencyStorageCredentials', 'RetryAgencyStorageSetup', 'UpdateAgencyStorageMode'],
      ['UpdateAgencyName', 'UpdateAgencyStatus', 'GetTimeZones', 'GetFeatureSwitches'],
      ['GetAgencyQueuedCommands', 'IssueCommandToAgency', 'ReceiveRequest', 'ClientConversionErrors'],
      ['GetAgencyMultiFolderLog', 'DeleteAgencyMultifolderFile', 'GetAgencyLogs'],
      ['GetSuperUserCreationLogs'],
      ['GetESignatureAgencyDetails', 'GetFormstackGroupDetails', 'SetESignatureEmailsFormstackId'],
      ['ESignatureCancelAgencySubscription', 'ESignatureCleanupAgencySubscription'],
      ['DeleteEsignatureAccount', 'GetEsignatureUserLogs'],
      ['GetAlerts', 'SendExternalAlert', 'ResolveAlert'],
    ],
    '/api/user/request': [
      ['GetAvailablePermissions', 'GetUserPermissionList', 'SaveUserPermissions', 'UpdatePassword'],
      ['GetAgencyUsers', 'UnlockUser5x', 'GetSigninLog'],
      ['GetAgencyUserEmailEvents', 'GetAgencyUserEmailVerificationStatus'],
    ],
    '/seat/request': [['GetSeatChangeRequests', 'SetAgencySeatRequestStatus']],
    '/staff/request': [['CreateSuperUser', 'List']],
    '/api/email/request': [['GetEmailSuppressions', 'GetEmailSuppressionDetails', 'PurgeEmailSuppressions']],
  }
  for (const [path, names] of Object.entries(documented))
    for (const name of names.flat()) expect(served).toContain(`${path} ${name}`)
})

test('[PROV-20] of e-signature, texting and email exactly four calls ask for a recent proof', () => {
  const asking = allCalls.filter(
    ({ module, recent }) => /^(esignature|email|texting)/.test(module) && recent !== false,
  )
  expect(asking.map(({ at }) => ('command' in at ? at.command : at.path)).sort()).toEqual([
    'AdminSetAgencyPhoneNumber',
    'ESignatureCancelAgencySubscription',
    'ESignatureCleanupAgencySubscription',
    'SetAgencyPhoneToInServiceNumber',
  ])
})

const commands = allCalls.flatMap((call) =>
  'command' in call.at ? [{ command: call.at.command, call }] : [],
)

test('[MKT-11] of products, marketplace, certificates, alerts and reports exactly two calls ask for a recent proof', () => {
  const modules = ['products', 'marketplace', 'certificates', 'alerts', 'reports', 'activity']
  for (const module of modules) expect(Object.keys(contract)).toContain(module)
  const asking = commands.filter(
    ({ call: { module, recent } }) => modules.includes(module) && recent !== false,
  )
  expect(asking.map(({ command }) => command).sort()).toEqual([
    'AgencyCloudReset',
    'RefreshMarketplaceProductApiSecretKey',
  ])
})

test('[MKT-06] reports, certificates and the marketplace of an agency are read with CanAccess alone', () => {
  const open = commands.filter(({ command }) =>
    /^(Report|SubscriptionReport|GetSelfServe|GetHostingEnvSigninsLastNHours$|GetAgencyMarketplaceProducts$|GetPendingMarketplaceRegistrations$|ExtendPendingRegistration$)/.test(
      command,
    ),
  )
  expect(open.length).toBeGreaterThan(12)
  for (const { command, call } of open)
    expect([command, call.access, call.needs]).toEqual([command, 'staff', []])
})
