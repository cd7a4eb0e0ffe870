export {
  queueCommand,
  rotateAgencyKey,
  softwareOf,
  startCommandTime,
  startForgettingCommands,
  waitingOf,
} from './service.ts'
