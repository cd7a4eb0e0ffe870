export { keepReportedUsers, startForgettingPasswords } from './service.ts'
export { countSignins } from './signin-count-store.ts'
export { startSigninUpkeep } from './signin-upkeep.ts'
export { takeUsers } from './report-users.ts'
