import { startSavingKeyUses } from './auth/key-uses.ts'
import { commandEnded } from './handlers.ts'
import { startFinishingImport } from './jobs/agency-import/finish.ts'
import type { JobParts } from './jobs/job-parts.ts'
import type { DeleteOld } from './jobs/keep-for.ts'
import { startRetention } from './jobs/retention.ts'
import { startSealing } from './journal/seal.ts'
import type { Background } from './lib/background.ts'
import { startDailyCounts } from './modules/activity/public.ts'
import { forgetEnded, startCommandExpiry } from './modules/agency-commands/public.ts'
import { startFileRetention } from './modules/agency-files/public.ts'
import { deleteOutdatedDeliveries } from './modules/alerts/public.ts'
import { deleteOldDrafts } from './modules/agency-report-parts/public.ts'
import {
  deleteOldEmailEvents,
  startForgettingPasswords,
  startSigninMaintenance,
} from './modules/agency-users/public.ts'
import { startReporting } from './modules/operations/public.ts'
import { deleteOldChallenges } from './modules/second-factor/public.ts'
import {
  deleteOldAttempts,
  deleteOldFailures,
  startCountingFailedSignIns,
  startSavingSessions,
} from './modules/session/public.ts'
import { deleteOldMessages } from './modules/texting/public.ts'

/** What the modules delete of their own rows. */
const ofModules: readonly DeleteOld[] = [
  deleteOldAttempts,
  deleteOldFailures,
  deleteOldChallenges,
  deleteOldEmailEvents,
  deleteOldDrafts,
  deleteOldMessages,
  forgetEnded,
  deleteOutdatedDeliveries,
]

/** Every job that runs in the background as long as the server; a new job needs a line here. */
export const backgroundJobs: readonly ((parts: JobParts) => Background)[] = [
  startSealing,
  (parts) => startRetention({ ...parts, ofModules }),
  startFileRetention,
  (parts) => startCommandExpiry({ ...parts, commandEnded }),
  startSavingKeyUses,
  startForgettingPasswords,
  startSigninMaintenance,
  startDailyCounts,
  startCountingFailedSignIns,
  startSavingSessions,
  startFinishingImport,
  startReporting,
]
