import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** The health strip in an agency's header. */
export const healthStrip = (page: Page) => page.getByRole('navigation', { name: 'Health' })
export const healthFacts = (page: Page) => healthStrip(page).getByRole('link')

/** Makes the agency's software report its health; the token's age in minutes. */
export async function reportHealth(
  world: World,
  id: number,
  counts: { token?: number; errors?: number; search?: number },
) {
  const { token = 3, errors = 0, search = 100 } = counts
  const software = await world.software(id)
  await software.heartbeat()
  const timestamp = new Date(Date.now() - token * 60_000).toISOString()
  const current = { timestamp, cmsUser: 'ABC', hawPath: 'H:', clientPath: 'C:' }
  await software.send({ kind: 'agencyMultifolder', content: JSON.stringify({ current, lastFailure: null }) })
  await software.call(agencyFiles.reportConversionErrors, {
    errors: Array.from({ length: errors }, (_, at) => ({
      clientId: String(at + 1).padStart(8, '0'),
      date: new Date().toISOString(),
      code: 7,
      msg: 'No such client',
    })),
  })
  const count = (number: number) => ({ count: number, active: number, archived: 0, errors: 0 })
  const totals = { 0: count(100), 4: count(search), 5: count(100) }
  await software.send({ kind: 'agencyMetrics', content: JSON.stringify({ totals }) })
  const hasSearchAndTexting = { domains: 3 }
  await software.send({ kind: 'agencyConfig', content: JSON.stringify(hasSearchAndTexting) })
}
