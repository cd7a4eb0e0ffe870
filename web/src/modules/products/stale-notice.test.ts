// @vitest-environment jsdom
import { settingsLabels } from '@agency-support/contract/rules/products'
import { render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { StaleNotice, stillOverwritten } from './stale-notice.tsx'

const differs = (field: string) => ({ field, current: 'theirs', yours: 'mine' })
const stale = {
  changedBy: 'ben@support.test',
  changedAt: '2026-11-20T10:00:00Z',
  version: 7,
  fields: [differs('Product Name'), differs('Description'), differs('Help Content URL')],
}
const shown = (version: number, changed: readonly (keyof typeof settingsLabels)[]) =>
  stillOverwritten(stale, { changed }, { product: { version }, labels: settingsLabels })?.fields.map(
    ({ field }) => field,
  )

test('a conflict names all that would be sent as it was, until the product has been read again', () => {
  expect(shown(6, ['name'])).toEqual(['Product Name', 'Description', 'Help Content URL'])
})

test('after that it names what was typed here alone: the other fields have taken the newer value', () => {
  expect(shown(7, ['name'])).toEqual(['Product Name'])
  expect(shown(8, ['helpContentUrl', 'name', 'vendorId'])).toEqual(['Product Name', 'Help Content URL'])
  expect(shown(7, [])).toEqual([])
})

test('who and when are told; without a known time who alone', () => {
  stubLocalZone('Asia/Kolkata')
  cleanWhenFinished()
  const { rerender } = render(createElement(StaleNotice, { stale: { ...stale, fields: [] } }))
  expect(screen.getByRole('status').textContent).toBe(
    'ben@support.test saved this form at 11/20/2026 3:30:00 pm.',
  )
  rerender(createElement(StaleNotice, { stale: { ...stale, changedAt: null, fields: [] } }))
  expect(screen.getByRole('status').textContent).toBe('ben@support.test saved this form.')
})

test('a long text is cut between whole characters', () => {
  const long = { field: 'Description', current: `${'x'.repeat(119)}🔥 and more`, yours: '' }
  cleanWhenFinished()
  render(createElement(StaleNotice, { stale: { ...stale, fields: [long] } }))
  expect(screen.getByRole('status').innerHTML).toContain(
    `<strong>${'x'.repeat(119)}…</strong> now, yours <strong>empty</strong>`,
  )
})
