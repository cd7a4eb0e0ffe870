export { PresenceBook } from './presence.ts'
export {
  queueCommand,
  rotateAgencyKey,
  softwareOf,
  startCommandTime,
  startForgettingCommands,
  waitingOf,
} from './service.ts'
