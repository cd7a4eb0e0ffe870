import { AccountNotices } from '../modules/staff/account-notices.tsx'
import { BarTools } from './bar-tools.tsx'
import { Navigation } from './navigation.tsx'
import { PrintFooter } from './print-footer.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

/** What belongs to every screen and has no place on it; `hasKeys`: the shortcuts are in effect. */
function BesideScreen({ hasKeys }: { hasKeys: boolean }) {
  return (
    <>
      {hasKeys && <ShortcutHelp />}
      <AccountNotices />
      <PrintFooter />
    </>
  )
}

/** Everything around the screen for a signed-in person; one chunk. */
export const chrome = { BarTools, BesideScreen, Navigation }
