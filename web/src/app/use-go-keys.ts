import { permissionMessages } from '@agency-support/contract/permissions'
import { useNavigateTo } from '../components/link.tsx'
import { notify } from '../components/notify.ts'
import { useShortcuts } from '../components/shortcuts.ts'
import { usePermissions } from '../lib/profile.ts'
import { isLocked, type NavEntry, navItems } from './nav.ts'

/** `g` and a letter open what the drawer lists, with the drawer's own answer where a right is missing. */
export function useGoKeys(entries: readonly NavEntry[]): void {
  const navigate = useNavigateTo()
  const held = usePermissions()
  useShortcuts(
    navItems(entries).flatMap((item) =>
      item.goKey === undefined
        ? []
        : [
            {
              keys: `g ${item.goKey}`,
              label: item.label,
              group: 'Go to',
              run: () =>
                isLocked(item, held)
                  ? notify.error(permissionMessages.menu(item.label))
                  : navigate(item.href),
            },
          ],
    ),
  )
}
