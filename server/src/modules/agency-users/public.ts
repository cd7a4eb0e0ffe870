export { keepReportedUsers, startForgettingPasswords } from './service.ts'
