import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { usePermissions } from '../lib/profile.ts'

/** Why a control is disabled: the missing permissions; undefined if the person has them all. */
export function useMissingReason(needs: readonly PermissionId[]): string | undefined {
  const held = usePermissions()
  const missing = needs.filter((id) => !held.includes(id))
  return missing.length === 0 ? undefined : missingReason(missing)
}

/** Which permissions a control needs, as the reason of somebody who has none of them. */
export function missingReason(needs: readonly PermissionId[]): string {
  const names = needs.map((id) => permissionName(id) ?? String(id))
  return `Needs the ${names.join(' and ')} permission.`
}
