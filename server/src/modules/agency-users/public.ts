export {
  deleteOldEmailEvents,
  keepLockedUser,
  keepReportedUsers,
  startForgettingPasswords,
} from './service.ts'
export { countSignins } from './signin-count-store.ts'
export { startSigninMaintenance } from './signin-maintenance.ts'
export { takeUsers } from './report-users.ts'
