import { P } from '@agency-support/contract/permissions'
import type { AgencyAction, TypedAction } from '../../lib/agency-tab.ts'

const filterField = '#agency-users-filter input'
const createButton = '#create-temporary-user'

/** What the palette leads to on the Users tab. */
export const userActions: readonly AgencyAction[] = [
  { label: 'Find a user by initials', focus: filterField },
  { label: 'Create a temporary user', needs: [P.SuperUserCreation], focus: createButton },
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
