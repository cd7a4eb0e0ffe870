import { AccountNotices } from '../modules/staff/account-notices.tsx'
import { BarTools } from './bar-tools.tsx'
import { Navigation } from './navigation.tsx'
import { PrintFooter } from './print-footer.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

/** Everything around the screen for a signed-in person; one chunk. */
export const chrome = { AccountNotices, BarTools, Navigation, PrintFooter, ShortcutHelp }
