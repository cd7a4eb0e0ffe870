import { padAgencyId } from '@agency-support/contract/ids'
import { toAgencyName } from '../../agency/agency-name.ts'

/** Texts of the New Agency Setup 5.x screen, verbatim from spec-000 §2 and §8. */
export const setupMessages = {
  title: 'New Agency Setup 5.x',
  question: 'Creating a new agency',
  areYouSure: 'You are about to create a new agency for version 5x. Are you sure?',
  yes: 'Yes',
  no: 'No',
  clientsHint: 'This value is used to distribute load across agencies. Please enter a thoughtful estimate.',
  wentWrong: 'Something went wrong',
  created: (agencyId: number): string => `Agency ${padAgencyId(agencyId)} created successfully`,
  exists: (agencyId: number, name: string): string =>
    `${padAgencyId(agencyId)} already exists: ${toAgencyName(name)}`,
} as const
