import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handlers } from '../../calls/context.ts'
import { add } from './add.ts'
import { checkStorage } from './check-storage.ts'
import { config } from './config.ts'
import { listConfigs } from './list-configs.ts'
import { retryStorageSetup } from './retry-storage-setup.ts'
import { search } from './search.ts'
import { timeZones } from './time-zones.ts'
import { updateDetails } from './update-details.ts'
import { updateName } from './update-name.ts'
import { updateStatus } from './update-status.ts'
import { updateStorageMode } from './update-storage-mode.ts'

/** The agencies module. */
export const agencyHandlers: Handlers<typeof agencies> = {
  search,
  config,
  listConfigs,
  updateDetails,
  updateName,
  updateStatus,
  updateStorageMode,
  checkStorage,
  retryStorageSetup,
  add,
  timeZones,
}
