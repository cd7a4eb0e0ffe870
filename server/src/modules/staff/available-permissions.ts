import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { permissionDefinitions, permissionGroups } from './catalogue.ts'

/** The catalogue of permissions. */
export const availablePermissions: Handler<typeof staff.availablePermissions> = () => ({
  groups: [...permissionGroups],
  definitions: [...permissionDefinitions],
})
