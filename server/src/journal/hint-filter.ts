import { allEvents } from '@agency-support/contract'
import { getNeeds } from '@agency-support/contract/call'
import { getModule } from '@agency-support/contract/event'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import { staff } from '@agency-support/contract/modules/staff'
import type { PermissionId } from '@agency-support/contract/permissions'

/** The screens of staff accounts show how the accounts are, not who changed them: their readers learn only of a change. */
const accountsChanged: LiveHint = { module: 'staff', agencyId: null, event: null }
const accountReads = [staff.accounts, staff.userPermissionList]

/** True for an event that changes what those screens show; a failed sign-in may have locked the account. */
const changesAccounts = (event: string): boolean =>
  getModule(event) === accountsChanged.module || event === 'session.signInFailed'

/** What somebody with these permissions may learn of a hint; undefined if nothing. */
export function filterHint(hint: LiveHint, permissions: readonly number[]): LiveHint | undefined {
  if (maySee(hint, permissions)) return hint
  const mayRead = accountReads.some((read) => getNeeds(read, {}).every((id) => permissions.includes(id)))
  return mayRead && changesAccounts(hint.event ?? `${hint.module}.`) ? accountsChanged : undefined
}

/** A hint of a burst names no event: everybody who may see any event of the module gets it. */
function maySee(hint: LiveHint, permissions: readonly number[]): boolean {
  const holds = (sees: readonly PermissionId[]): boolean => sees.every((id) => permissions.includes(id))
  if (hint.event === null)
    return [...allEvents.values()].some(({ name, sees }) => getModule(name) === hint.module && holds(sees))
  // An event unknown to this build, for example from a newer server, is shown to nobody.
  const known = allEvents.get(hint.event)
  return known !== undefined && holds(known.sees)
}
