import { P } from '@agency-support/contract/permissions'
import type { AgencyAction, TypedAction } from '../../agency/agency-tab.ts'

const filterField = '#agency-users-filter input'

/** The query that opens the dialog for a temporary user. */
const creatingQuery = { create: 'temporary' } as const

/** True if the address opens that dialog. */
export function isCreating(search: { create?: string | undefined }): boolean {
  return search.create === creatingQuery.create
}

/** The query with that dialog open or closed. */
export function withCreating<Search extends object>(search: Search, open: boolean) {
  return { ...search, create: open ? creatingQuery.create : undefined }
}

/** Palette actions of the Users tab. */
export const userActions: readonly AgencyAction[] = [
  { label: 'Find a user by initials', also: 'unlock locked out password', focus: filterField },
  {
    label: 'Create a temporary user',
    needs: [P.SuperUserCreation],
    query: creatingQuery,
    focus: '[role="dialog"] input[name="username"]',
  },
]

/** Typed palette action: ‘u abc’. */
export const typedUserActions: readonly TypedAction[] = [
  {
    word: 'u',
    read: (rest) => {
      if (!/^[\w-]{1,3}$/.test(rest)) return null
      const initials = rest.toUpperCase()
      return { label: `Find user ${initials}`, query: { initials }, focus: filterField }
    },
  },
]
