import { activityScreens } from '../modules/activity/screens.ts'
import { agencyScreen, agencyScreens } from '../modules/agencies/screens.ts'
import { agencyFileScreens } from '../modules/agency-files/screens.ts'
import { alertScreens } from '../modules/alerts/screens.ts'
import { certificateScreens } from '../modules/certificates/screens.ts'
import { emailScreens } from '../modules/email/screens.ts'
import { frameScreens } from '../modules/frames/screens.ts'
import { helpScreens } from '../modules/help/screens.ts'
import { journalScreens } from '../modules/journal/screens.ts'
import { reportScreens } from '../modules/reports/screens.ts'
import { operationsScreens } from '../modules/operations/screens.ts'
import { productScreens } from '../modules/products/screens.ts'
import { seatScreens } from '../modules/seats/screens.ts'
import { secondFactorScreens } from '../modules/second-factor/screens.ts'
import { sessionScreens } from '../modules/session/screens.ts'
import { staffScreens } from '../modules/staff/screens.ts'
import { textingScreens } from '../modules/texting/screens.ts'
import { textingPresenceScreens } from '../modules/texting-presence/screens.ts'
import { afterAgencyTabs } from './lazy-agency-tabs.ts'

/** Every screen of every module. */
export const screens = [
  ...sessionScreens,
  ...secondFactorScreens,
  ...agencyScreens,
  afterAgencyTabs(agencyScreen),
  ...agencyFileScreens,
  ...seatScreens,
  ...textingPresenceScreens,
  ...staffScreens,
  ...emailScreens,
  ...alertScreens,
  ...textingScreens,
  ...reportScreens,
  ...activityScreens,
  ...certificateScreens,
  ...productScreens,
  ...journalScreens,
  ...operationsScreens,
  ...frameScreens,
  ...helpScreens,
] as const
