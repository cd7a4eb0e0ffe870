export {
  addMember,
  ascending,
  type Change,
  disableMember,
  enableMember,
  removeMemberFactors,
  setMemberPassword,
  setMemberPermissions,
  unlockMember,
} from './service.ts'
export { insertNotice } from './notice-store.ts'
export { findMember, listStaff, lockMember, type StaffMember } from './store.ts'
export { shownStatus } from './view.ts'
