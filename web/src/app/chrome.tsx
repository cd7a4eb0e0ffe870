import { lazyCode, useLazyCode } from '../lib/lazy.tsx'
import { BarTools } from './bar-tools.tsx'
import { Navigation } from './navigation.tsx'
import { PrintFooter } from './print-footer.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

// Rarely there is something to show, and nobody waits for it.
const lazyNotices = lazyCode(
  async () => (await import('../modules/staff/account-notices.tsx')).AccountNotices,
)

/** What belongs to every screen and has no place on it; `hasKeys`: the shortcuts are in effect. */
function BesideScreen({ hasKeys }: { hasKeys: boolean }) {
  const { code: AccountNotices } = useLazyCode(lazyNotices)
  return (
    <>
      {hasKeys && <ShortcutHelp />}
      {AccountNotices && <AccountNotices />}
      <PrintFooter />
    </>
  )
}

/** Everything around the screen for a signed-in person; one chunk. */
export const chrome = { BarTools, BesideScreen, Navigation }
