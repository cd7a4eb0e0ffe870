import { AccountNotices } from '../modules/staff/account-notices.tsx'
import { BarTools } from './bar-tools.tsx'
import { Navigation } from './navigation.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

/** What stands around every screen once somebody is signed in; one piece of code. */
export const chrome = { AccountNotices, BarTools, Navigation, ShortcutHelp }
