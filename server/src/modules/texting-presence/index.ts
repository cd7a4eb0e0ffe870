import type { textingPresence } from '@agency-support/contract/modules/texting-presence'
import type { Handlers } from '../../calls/context.ts'
import { initials } from './initials.ts'
import { negotiate } from './negotiate.ts'

/** The module of texting presence. */
export const textingPresenceHandlers: Handlers<typeof textingPresence> = { initials, negotiate }
