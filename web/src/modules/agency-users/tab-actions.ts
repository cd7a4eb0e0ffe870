import { P } from '@agency-support/contract/permissions'
import type { AgencyAction, TypedAction } from '../../agency/agency-tab.ts'

const filterField = '#agency-users-filter input'

/** The address under which the dialog for a temporary user is open. */
const creatingQuery = { create: 'temporary' } as const

/** True where the address asks for that dialog. */
export function isCreating(search: { create?: string | undefined }): boolean {
  return search.create === creatingQuery.create
}

/** The address's query with that dialog open or closed. */
export function withCreating<Search extends object>(search: Search, open: boolean) {
  return { ...search, create: open ? creatingQuery.create : undefined }
}

/** What the palette leads to on the Users tab. */
export const userActions: readonly AgencyAction[] = [
  { label: 'Find a user by initials', also: 'unlock locked out password', focus: filterField },
  {
    label: 'Create a temporary user',
    needs: [P.SuperUserCreation],
    query: creatingQuery,
    focus: '[role="dialog"] input[name="username"]',
  },
]

/** What may be typed into the palette: ‘u abc’. */
export const typedUserActions: readonly TypedAction[] = [
  {
    word: 'u',
    read: (rest) =>
      /^[\w-]{1,3}$/.test(rest)
        ? { label: `Find user ${rest.toUpperCase()}`, query: { initials: rest.toUpperCase() } }
        : null,
    focus: filterField,
  },
]
