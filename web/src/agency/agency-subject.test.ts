import { expect, test } from 'vitest'
import { toAgencySubject } from './agency-subject.ts'

test('[AG-DETAIL-02] a question names the agency by its name, or that it is missing, and its padded id', () => {
  expect(toAgencySubject({ agencyId: 6938, name: 'Smith Insurance' })).toBe('Smith Insurance · 00006938')
  expect(toAgencySubject({ agencyId: 6938, name: '' })).toBe('Name Missing · 00006938')
})
