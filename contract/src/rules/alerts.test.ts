import { expect, test } from 'vitest'
import { P } from '../permissions.ts'
import {
  addAgencies,
  alertCategories,
  type AlertDraft,
  alertFeatures,
  alertPriorities,
  AlertRecipients,
  alertRegions,
  getAffected,
  getAlertLabel,
  getAlertName,
  getPriorityColor,
  whyNotManageAlerts,
  whyNotSaveAlert,
} from './alerts.ts'

const toAll: AlertDraft = {
  category: 1,
  priority: 2,
  feature: 3,
  message: 'Texting is down.',
  recipients: AlertRecipients.all,
  agencyIds: [],
}

test('[ALERTS-20] the codes of alerts are the documented ones', () => {
  const labels = (list: readonly { value: number; label: string }[]) =>
    Object.fromEntries(list.map(({ value, label }) => [value, label]))
  expect(labels(alertCategories)).toEqual({ 0: 'Not Set', 1: 'System Outage', 2: 'Maintenance' })
  expect(labels(alertPriorities)).toEqual({ 0: 'Not Set', 1: 'Low', 2: 'Medium', 3: 'High' })
  expect(labels(alertFeatures)).toEqual({ 0: 'Not Set', 1: 'General', 2: 'Vendor', 3: 'Texting' })
  expect(AlertRecipients).toEqual({ notSet: 0, specific: 1, all: 2, region: 3 })
  expect(alertRegions).toEqual(['North West', 'South West', 'Central', 'East'])
  expect([2, 3, 9].map((value) => getAlertLabel(alertFeatures, value))).toEqual([
    'Vendor',
    'Texting',
    'Not Set',
  ])
})

test('chips are blue, green, amber and red for 0 to 3', () => {
  expect([0, 1, 2, 3].map(getPriorityColor)).toEqual(['blue', 'green', 'amber', 'red'])
})

test.each([
  [3, 0, 'North West Region'],
  [3, 1, 'South West Region'],
  [3, 2, 'Central Region'],
  [3, 3, 'East Region'],
  [3, 4, 'Unknown Region'],
  [3, null, 'Unknown Region'],
  [1, null, 'Specific Agencies'],
  [2, null, 'All Agencies'],
  [0, null, ''],
])('[ALERTS-21] recipients %j of region %j read %j', (systemAlertRecipientType, region, text) => {
  expect(getAffected({ systemAlertRecipientType, region })).toBe(text)
})

test('[ALERTS-17] an alert needs category, priority, feature and a message', () => {
  expect(whyNotSaveAlert(toAll)).toBeUndefined()
  for (const [lacking, what] of [
    [{ category: 0 }, 'a category'],
    [{ priority: 0 }, 'a priority'],
    [{ feature: 0 }, 'a feature'],
    [{ message: ' \n' }, 'a message'],
  ] as const)
    expect(whyNotSaveAlert({ ...toAll, ...lacking })).toBe(`Still missing: ${what}.`)
})

test('[ALERTS-18] an alert needs all agencies, or specific ones with at least one listed', () => {
  const { notSet, region, specific } = AlertRecipients
  for (const recipients of [notSet, region])
    expect(whyNotSaveAlert({ ...toAll, recipients })).toBe('Still missing: who to send to.')
  expect(whyNotSaveAlert({ ...toAll, recipients: specific })).toBe('Still missing: an agency.')
  expect(whyNotSaveAlert({ ...toAll, recipients: specific, agencyIds: [6938] })).toBeUndefined()
})

test('[MKT-60] all that is missing is named, and what is too much is reported', () => {
  const empty = { ...toAll, category: 0, priority: 0, feature: 0, message: '', recipients: 0 }
  expect(whyNotSaveAlert(empty)).toBe(
    'Still missing: a category, a priority, a feature, a message, who to send to.',
  )
  expect(whyNotSaveAlert({ ...toAll, message: ` ${'m'.repeat(2_000)} ` })).toBeUndefined()
  expect(whyNotSaveAlert({ ...toAll, message: 'm'.repeat(2_001) })).toBe(
    'Message must be at most 2000 characters.',
  )
  const agencyIds = Array.from({ length: 10_001 }, (_, at) => at + 1)
  expect(whyNotSaveAlert({ ...toAll, recipients: AlertRecipients.specific, agencyIds })).toBe(
    'An alert goes to at most 10000 listed agencies.',
  )
  const most = { ...toAll, recipients: AlertRecipients.specific, agencyIds: agencyIds.slice(1) }
  expect(whyNotSaveAlert(most)).toBeUndefined()
  // The form keeps a list of agencies after switching to everybody.
  expect(whyNotSaveAlert({ ...toAll, agencyIds })).toBeUndefined()
})

test('[ALERTS-14] an agency is an integer; what is listed already or is no number changes nothing', () => {
  expect(addAgencies([8951], '00006938')).toEqual({ agencyIds: [8951, 6938], known: [], dropped: [] })
  expect(addAgencies([6938], '6938')).toEqual({ agencyIds: [6938], known: [6938], dropped: [] })
  for (const odd of ['smith', '12a', '1.5', '-3', '0', '100000000', ''])
    expect(addAgencies([6938], odd).agencyIds).toEqual([6938])
})

test('a pasted list adds each of its ids and names the rest', () => {
  expect(addAgencies([1], '00006938, 8951\n1;smith\t6938')).toEqual({
    agencyIds: [1, 6938, 8951],
    known: [1, 6938],
    dropped: ['smith'],
  })
  expect(addAgencies([], ' 99999999, 100000000;\n')).toEqual({
    agencyIds: [99_999_999],
    known: [],
    dropped: ['100000000'],
  })
  // A digit too many would lead to another agency.
  expect(addAgencies([], '000069381, 8951')).toEqual({
    agencyIds: [8951],
    known: [],
    dropped: ['000069381'],
  })
  // Invisible characters added by a chat program must not invalidate an id.
  expect(addAgencies([], '\u200b00006938\u200b, \ufeff8951')).toMatchObject({
    agencyIds: [6938, 8951],
    dropped: [],
  })
})

test('whoever lacks 3001 is told so', () => {
  expect(whyNotManageAlerts([P.CanAccessSystemAlerts])).toBe(
    'You do not have permission to manage system alerts. Please contact your manager for assistance.',
  )
  expect(whyNotManageAlerts([P.CanManageSystemAlerts])).toBeUndefined()
})

test('an alert is named by its feature and the first line of its message, cut after sixty characters', () => {
  const [{ value: feature, label }] = alertFeatures
  const name = (message: string): string => getAlertName({ feature, message })
  expect(name('Short.\nMore of it.')).toBe(`${label}: Short.`)
  expect(name('x'.repeat(60))).toBe(`${label}: ${'x'.repeat(60)}`)
  expect(name('x'.repeat(61))).toBe(`${label}: ${'x'.repeat(60)}…`)
  expect(name(`${'x'.repeat(59)} cut`)).toBe(`${label}: ${'x'.repeat(59)}…`)
  expect(name(`${'x'.repeat(59)}🔥 cut`)).toBe(`${label}: ${'x'.repeat(59)}…`)
  expect(name('')).toBe(`${label}: `)
})

test('what no list has is Not Set, blue, and has an empty or unknown region', () => {
  expect(getAlertLabel(alertFeatures, -1)).toBe('Not Set')
  expect(getPriorityColor(-1)).toBe('blue')
  expect(getAffected({ systemAlertRecipientType: -1, region: 0 })).toBe('')
  for (const region of [null, -1, 99])
    expect(getAffected({ systemAlertRecipientType: AlertRecipients.region, region })).toBe('Unknown Region')
})
