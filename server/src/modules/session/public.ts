export {
  asOwnAttempt,
  forgetAttempts,
  forgetOwnAttempts,
  judgeOwnPassword,
  lockedNames,
  noteNoneLeft,
  noteWrongAttempt,
  openSessionsOf,
  renewToken,
  type SignIns,
  signInsOf,
  startCountingFailedSignIns,
  startSavingSessions,
  unlessBusy,
} from './service.ts'
export { endSessions, endSessionsBut, endStaffSession } from '../../http/session-store.ts'
