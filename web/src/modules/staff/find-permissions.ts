import { foldText, textMatches } from '@agency-support/contract/rules/search'
import type { ShownGroup } from '@agency-support/contract/rules/staff'

/** The groups with what a search, and ‹Only on› where `held` is given, leave of them. */
export function findPermissions(
  groups: readonly ShownGroup[],
  text: string,
  held: readonly number[] | null,
): ShownGroup[] {
  if (foldText(text) === '' && held === null) return [...groups]
  return groups.flatMap((group) => {
    const permissions = group.permissions.filter(
      ({ id, label, description }) =>
        textMatches([String(id), label, description], text) && (held?.includes(id) ?? true),
    )
    return permissions.length === 0 ? [] : [{ ...group, permissions }]
  })
}
