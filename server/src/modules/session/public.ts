export {
  asOwnAttempt,
  deleteOldAttempts,
  deleteOldFailures,
  forgetAttempts,
  forgetOwnAttempts,
  isRowAlive,
  judgeOwnPassword,
  lockedNames,
  noteNoneLeft,
  noteWrongAttempt,
  listOpenPlaces,
  renewToken,
  type SignIns,
  listSignIns,
  startCountingFailedSignIns,
  startSavingSessions,
} from './service.ts'
export type { FactorCheck, UseUp } from './sign-in.ts'
