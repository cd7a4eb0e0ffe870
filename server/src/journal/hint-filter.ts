import { allEvents } from '@agency-support/contract'
import { getNeeds } from '@agency-support/contract/call'
import { type EventDef, getModule } from '@agency-support/contract/event'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import { factorChanges, secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import type { PermissionId } from '@agency-support/contract/permissions'

/** The screens of staff accounts show how the accounts are, not who changed them: their readers learn only of a change. */
const accountsChanged: LiveHint = { module: 'staff', agencyId: null, event: null }
const accountReads = [staff.accounts, staff.userPermissionList]

/** What people do themselves changes their last sign-in, their sessions, their lock, their status or their factors. */
const ownChanges = [session.signIn, session.signOut, session.updatePassword, secondFactor.endSession]
  .flatMap(({ events }): readonly EventDef[] => events)
  .concat(factorChanges)
  .map(({ name }) => name)

/** True for a hint of what those screens show; that of a burst may be anything of its module. */
function changesAccounts({ module, event }: LiveHint): boolean {
  if (module === accountsChanged.module) return true
  return module === 'session' && (event === null || ownChanges.includes(event))
}

/** What somebody with these permissions may learn of a hint. */
export function filterHint(hint: LiveHint, permissions: readonly number[]): LiveHint[] {
  const seen = maySee(hint, permissions) ? [hint] : []
  if (!changesAccounts(hint) || seen[0]?.module === accountsChanged.module) return seen
  const mayRead = accountReads.some((read) => getNeeds(read, {}).every((id) => permissions.includes(id)))
  return mayRead ? [...seen, accountsChanged] : seen
}

/**
 * A hint of a burst names no event: everybody who may see any event of the module gets it. The history shows events of
 * every module.
 */
function maySee(hint: LiveHint, permissions: readonly number[]): boolean {
  const holds = (sees: readonly PermissionId[]): boolean => sees.every((id) => permissions.includes(id))
  if (hint.event === null)
    return [...allEvents.values()].some(
      ({ name, sees }) => ['journal', getModule(name)].includes(hint.module) && holds(sees),
    )
  // An event unknown to this build, for example from a newer server, is shown to nobody.
  const known = allEvents.get(hint.event)
  return known !== undefined && holds(known.sees)
}
