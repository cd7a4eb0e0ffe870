import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { products } from '@agency-support/contract/modules/products'
import type { Page } from '@playwright/test'
import { productSettings } from '../../server/test/products.ts'
import { expect } from './fixture.ts'

/** Sends a call of the products module as the person of this page; returns the item of its answer. */
export async function callProducts<C extends AnyCall>(page: Page, call: C, input: ClientIn<C>) {
  if (call.at.form !== 'command') throw new Error(`${call.name} has no command`)
  const answer = await page.request.post(call.at.path, {
    headers: { origin: new URL(page.url()).origin, 'idempotency-key': crypto.randomUUID() },
    data: { command: call.at.command, ...(input as object) },
  })
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: never[] }
  expect([code, message]).toEqual([0, ''])
  return data[0] as unknown
}

/** Creates a vendor; returns its id. */
export async function addVendor(
  page: Page,
  vendor: ClientIn<typeof products.createVendor>['vendor'],
): Promise<number> {
  const { id } = (await callProducts(page, products.createVendor, { vendor })) as { id: number }
  return id
}

/** Creates a product of a vendor; returns its id. */
export async function addProduct(page: Page, name: string, vendorId: number): Promise<number> {
  const product = { ...productSettings(name, vendorId), description: `${name} does something.` }
  const { id } = (await callProducts(page, products.create, { product })) as { id: number }
  return id
}

/** Asks on Availability whether an agency sees the product, by keyboard. */
export async function checkWhoSees(
  page: Page,
  agencyId: string,
  says: string | RegExp,
  as: 'status' | 'alert' = 'status',
) {
  await page.getByLabel('Agency Id', { exact: true }).fill(agencyId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Who sees this' }).getByRole(as)).toHaveText(says)
}
