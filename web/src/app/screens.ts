import type { Screen } from '../lib/screen.ts'
import { agencyScreens } from '../modules/agencies/screens.ts'
import { sessionScreens } from '../modules/session/screens.ts'

/** Every screen of every room. */
export const screens: readonly Screen[] = [...sessionScreens, ...agencyScreens]
