import { P } from '@agency-support/contract/permissions'
import { useMissingReason } from '../../components/missing-reason.ts'

/** Why the buttons of a product are disabled: the right to its screen was taken away while it is open. */
export const useWhyNotManage = (): string | undefined => useMissingReason([P.ApplicationManagement])
