import { isPermission, P, type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { CliProblem } from '../cli.ts'

/** All permission numbers. */
const allPermissions: readonly PermissionId[] = Object.values(P)

/**
 * Permission numbers for words such as `2000,2006`, `EditAgencyStatus` or `all`; throws a sentence for an unknown one.
 */
export function readPermissions(words: readonly string[]): PermissionId[] {
  const items = words.flatMap((word) => word.split(/[\s,]+/)).filter((item) => item !== '')
  return items.flatMap((item) => (item === 'all' ? allPermissions : [readOne(item)]))
}

function readOne(item: string): PermissionId {
  const number = Number(item)
  if (isPermission(number)) return number
  const named = allPermissions.find((id) => permissionName(id)?.toLowerCase() === item.toLowerCase())
  if (named !== undefined) return named
  const known = allPermissions.map((id) => `${id} ${permissionName(id) ?? ''}`).join(', ')
  throw new CliProblem(`There is no permission "${item}". Known are: ${known}.`)
}
