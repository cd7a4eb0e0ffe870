import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../../../test/answering-server.ts'
import { getAgencyConfig } from './agencies.ts'
import { getReportProductActivation, getReportProducts } from './reports.ts'
import { delAdminAgencyTCRNumber, getAdminGetTCROrphans } from './texting.ts'

test('[API-22] the five operations of the documents send their commands', async () => {
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: [] }),
  )
  await getAgencyConfig(6938)
  await getReportProducts()
  await getReportProductActivation(7)
  await getReportProductActivation(7, { most: 10_001, optedIn: 1 })
  await getAdminGetTCROrphans()
  await delAdminAgencyTCRNumber(6938)
  expect(asked.map(({ path, body }) => `${path} ${body}`)).toEqual([
    expect.stringMatching(/^\/api\/request .*"agencyId":6938/),
    '/api/request {"command":"ReportProductListing"}',
    '/api/request {"command":"ReportProductActivation","productId":7}',
    '/api/request {"command":"ReportProductActivation","productId":7,"most":10001,"optedIn":1}',
    '/api/texting/admin {"command":"AdminGetTCROrphans"}',
    '/api/texting/admin {"command":"AdminDeleteTCRNumber","agencyId":6938}',
  ])
})

test.each([
  ['getAgencyConfig', 'agencies/detail-page.tsx'],
  ['getReportProducts', 'reports/products-query.ts'],
  ['getReportProductActivation', 'reports/activation-page.tsx'],
  ['getAdminGetTCROrphans', 'texting/orphans-page.tsx'],
  ['delAdminAgencyTCRNumber', 'texting/use-remove-orphan.ts'],
])('[API-22] %s is what its screen uses, in %s', (operation, file) => {
  const source = readFileSync(join(import.meta.dirname, '../../../modules', file), 'utf8')
  expect(source.replaceAll(/^import .*$/gm, '')).toMatch(new RegExp(`\\b${operation}\\b`))
})
