import { staff, staffAgencyId } from '@agency-support/contract/modules/staff'
import { notify } from '../../components/messages/notify.ts'
import { type Outcome, refusalItem, send } from '../../lib/requests/api.ts'
import { profileStore } from '../../lib/profile.ts'
import { callKey, queryClient, replaceData } from '../../lib/requests/query.ts'
import { staffMessages } from './messages.ts'
import { createSaveQueue, type Press, type Saved } from './save-queue.ts'

/** Input of the list of staff users. */
export const allStaff = { agencyId: staffAgencyId }

type User = (typeof staff.userPermissionList.answer.item)['_output']
const key = callKey(staff.userPermissionList, allStaff)

/** Puts a user as stored now into the cached list. */
function show(user: User): void {
  replaceData<User[]>(queryClient, key, (users) =>
    users.map((one) => (one.username === user.username ? user : one)),
  )
}

/** Sends a user's whole list with one permission switched, with the version at which it was read. */
async function savePermission({ username, permission, on }: Press): Promise<Saved> {
  const user = queryClient.getQueryData<User[]>(key)?.find((one) => one.username === username)
  if (user === undefined) return problem(staffMessages.gone, true)
  const rest = user.permissions.filter((id) => id !== permission)
  const outcome = await send(staff.savePermissions, {
    user: {
      username,
      agencyId: staffAgencyId,
      permissions: on ? [...rest, permission] : rest,
      version: user.version,
    },
  })
  if (outcome.kind === 'ok') {
    show(outcome.data)
    notify.ok(staffMessages.updated)
    return { kind: 'saved' }
  }
  return whyNot(outcome)
}

type Failed = Exclude<Outcome<typeof staff.savePermissions>, { kind: 'ok' }>

function whyNot(outcome: Failed): Saved {
  const stale = refusalItem(staff.savePermissions, 'stale', outcome)
  if (stale !== undefined) show(stale.current)
  else if (outcome.kind !== 'failed') void queryClient.invalidateQueries({ queryKey: key })
  return problem(outcome.message, stale !== undefined || outcome.kind !== 'refused')
}

/** The documented message as a snackbar; the card shows the details. */
function problem(text: string, stop: boolean): Saved {
  notify.error(staffMessages.failed)
  return { kind: 'failed', text, stop }
}

/** The saves of all users on this screen; they continue while a card is collapsed. */
export const permissionSaves = createSaveQueue(savePermission, () => new Date())

profileStore.subscribe((profile) => {
  if (profile === null) permissionSaves.clear()
})
