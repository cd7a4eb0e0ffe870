import { expect, test } from 'vitest'
import { csvPieces } from './csv-file.ts'
import {
  activationShows,
  eventFilters,
  eventShows,
  type FileReport,
  flagShows,
  isTimeZone,
  processedFilters,
  toEventName,
  toReportFile,
  turnShows,
} from './reports.ts'

const product = { name: 'Rate Pro, 2', keyId: 0 }
const esignature = { name: 'E-Signature', keyId: 3 }
const zone = 'America/New_York'

/** The whole text of a report's file. */
function file(report: FileReport, rows: readonly Record<string, unknown>[], of = product): string {
  return [...csvPieces(toReportFile(report, of).columns, rows, zone)].join('')
}

test('[RPT-ACTIVATION-03] [RPT-ACTIVATION-04] a row stays when it matches all four filters: 0 any, 1 yes, 2 no', () => {
  expect([0, 1, 2].map((filter) => [flagShows(filter, true), flagShows(filter, false)])).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ])
  const row = { visible: true, enabled: false, subscribed: true, optedIn: false }
  expect(activationShows({}, row)).toBe(true)
  expect(activationShows({ visible: 1, enabled: 2, subscribed: 1, optedIn: 2 }, row)).toBe(true)
  for (const wrong of [{ visible: 2 }, { enabled: 1 }, { subscribed: 2 }, { optedIn: 1 }])
    expect(activationShows({ visible: 1, enabled: 2, ...wrong }, row)).toBe(false)
})

test('[RPT-SUBEVENTS-06] events are called by their code, and every other code Unknown', () => {
  expect([0, 1, 2, 3, 4, -1].map((code) => toEventName(0, code))).toEqual([
    'Purchase',
    'Cancellation',
    'Trial Start',
    'Trial End',
    'Unknown',
    'Unknown',
  ])
})

test('[RPT-SUBEVENTS-12] events of e-signature are called by their sign', () => {
  expect([7, 1, 0, -1, -5].map((sign) => toEventName(3, sign))).toEqual([
    'Subscribed',
    'Subscribed',
    'Unknown',
    'Unsubscribed',
    'Unsubscribed',
  ])
})

test('[RPT-SUBEVENTS-03] [RPT-SUBEVENTS-07] the filter offers Any, Purchases and Cancellations, and keeps what equals it', () => {
  expect(eventFilters.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '-1 Any',
    '0 Purchases',
    '1 Cancellations',
  ])
  const kept = (filter: number) => [0, 1, 2, 3, -1].filter((code) => eventShows(filter, code))
  expect([kept(-1), kept(0), kept(1)]).toEqual([[0, 1, 2, 3, -1], [0], [1]])
})

test('[MKT-76] the filter of e-signature goes by the sign; 0 passes Any only', () => {
  const kept = (filter: number) => [4, 0, -2].filter((sign) => turnShows(filter, sign))
  expect([kept(0), kept(1), kept(-1)]).toEqual([[4, 0, -2], [4], [-2]])
})

test('[RPT-BILLING-12] [RPT-BILLING-13] [EXPORT-01] [EXPORT-02] [EXPORT-03] [MKT-85] [MKT-86] the billing file, byte for byte', () => {
  const row = { status: 0, subscribed: true, subscriptionStopped: null }
  const rows = [
    { ...row, agencyId: 6938, name: 'Smith, Inc', subscriptionStarted: '2026-03-08T06:59:59.000Z' },
    { ...row, agencyId: 8951, name: '=1+1', status: 1, subscriptionStarted: '2026-03-08T07:00:00.000Z' },
    {
      ...row,
      agencyId: 12345678,
      name: 'The "Best", 東京\nOffice',
      status: 7,
      subscribed: false,
      subscriptionStarted: '2026-11-01T05:30:00.000Z',
      subscriptionStopped: '2026-11-01T06:30:00.000Z',
    },
  ]
  expect(file('product-billing', rows)).toBe(
    '\uFEFFAgencyId,Name,Subscribed,Status,Subscribed On,Unsubscribed On\r\n' +
      '00006938,Smith  Inc,Yes,Active,03/08/2026 1:59:59 am,\r\n' +
      "00008951,'=1+1,Yes,Pending,03/08/2026 3:00:00 am,\r\n" +
      '12345678,"The ""Best""  東京\nOffice",No,Pending,11/01/2026 1:30:00 am,11/01/2026 1:30:00 am\r\n',
  )
  expect(toReportFile('product-billing', product).name).toBe('Rate_Pro,_2.csv')
})

test('[RPT-ACTIVATION-11] [RPT-ACTIVATION-12] [RPT-ACTIVATION-13] [EXPORT-01] [MKT-85] the activation file, byte for byte', () => {
  const never = { visible: false, subscribed: false, enabled: false, optedIn: false }
  const rows = [
    {
      agencyId: 6938,
      visible: true,
      subscribed: true,
      enabled: true,
      optedIn: true,
      optInDate: '2026-07-04T16:05:09.000Z',
      name: 'Lee, Ann',
      initials: 'AL',
    },
    { agencyId: 1, ...never, optInDate: null, name: '', initials: '' },
  ]
  expect(file('product-activation', rows)).toBe(
    '\uFEFFAgencyId,Visible,Subscribed,Enabled,Opted In,Opt In Date,Name,Initials\r\n' +
      '00006938,true,true,true,true,07/04/2026 12:05:09 pm,Lee  Ann,AL\r\n' +
      '00000001,false,false,false,false,,,\r\n',
  )
  expect(toReportFile('product-activation', { name: 'Rate Pro', keyId: 0 }).name).toBe('Rate_Pro.csv')
})

test('[RPT-SUBEVENTS-19] [RPT-SUBEVENTS-20] [EXPORT-01] [MKT-85] [MKT-87] the file of subscription events, byte for byte', () => {
  const event = (agencyName: string, subscriptionStatus: number) => ({
    agencyId: 6938,
    agencyName,
    eventDate: '2026-11-01T06:30:00.000Z',
    subscriptionStatus,
  })
  const head = '\uFEFFAgency Id,Agency Name,Subscription Event Date,Subscription Event\r\n'
  const date = '11/01/2026 1:30:00 am'
  expect(file('subscription-events', [event('Smith, Inc', 2), event('@x', 9)])).toBe(
    `${head}00006938,Smith  Inc,${date},Trial Start\r\n00006938,'@x,${date},Unknown\r\n`,
  )
  expect(file('subscription-events', [event('Lee', 1), event('Lee', -1)], esignature)).toBe(
    `${head}00006938,Lee,${date},Subscribed\r\n00006938,Lee,${date},Unsubscribed\r\n`,
  )
  const name = 'Quote/Bind: "Pro" 2'
  expect(toReportFile('subscription-events', { name, keyId: 0 }).name).toBe(
    'Quote_Bind___Pro__2_Subscription_Report.csv',
  )
})

test('time zones are told apart from other words', () => {
  expect(['America/Denver', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

test('the filter by billing shows any, those dealt with, or the others', () => {
  expect(
    processedFilters.map(({ value, label }) => [label, flagShows(value, true), flagShows(value, false)]),
  ).toEqual([
    ['Any', true, true],
    ['Processed', true, false],
    ['Unprocessed', false, true],
  ])
})
