// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { productOf } from '../../../test/marketplace-product.ts'
import { cleanWhenFinished, hold, Queries } from '../../../test/mounted.tsx'
import { VisibilityCheck } from './visibility-check.tsx'

test('why Check is disabled can be read beside it', () => {
  cleanWhenFinished()
  hold([P.ApplicationManagement])
  render(<VisibilityCheck product={productOf()} unsaved={false} />, { wrapper: Queries })
  expect(screen.getByText('Enter an agency id.').classList.contains('sr-only')).toBe(false)
})
