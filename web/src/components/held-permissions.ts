import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { createContext, use } from 'react'

/** Permission numbers of the signed-in person; set by the app. */
export const HeldPermissions = createContext<readonly number[]>([])

/** Why a control is disabled: the missing permissions; undefined if the person has them all. */
export function useMissingReason(needs: readonly PermissionId[]): string | undefined {
  const held = use(HeldPermissions)
  const missing = needs.filter((id) => !held.includes(id))
  return missing.length === 0 ? undefined : missingReason(missing)
}

/** Which permissions a control needs, as the reason of somebody who has none of them. */
export function missingReason(needs: readonly PermissionId[]): string {
  const names = needs.map((id) => permissionName(id) ?? String(id))
  return `Needs the ${names.join(' and ')} permission.`
}
