import type { Services } from './calls/context.ts'
import type { AnyWorkKind } from './jobs/outside-work/kind.ts'
import { cleanupAccounts, closeAccounts } from './modules/esignature/public.ts'
import { clearCloud } from './modules/marketplace-agency/public.ts'
import { campaignWork, numberWork } from './modules/texting/public.ts'

/** Every kind of work at providers that continues after an answer; a new kind needs a line here. */
export const workKinds: readonly AnyWorkKind<Services>[] = [
  closeAccounts,
  cleanupAccounts,
  numberWork,
  campaignWork,
  clearCloud,
]
