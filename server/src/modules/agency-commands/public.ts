export { PresenceBook } from './presence.ts'
export {
  queueCommand,
  rotateAgencyKey,
  softwareOf,
  startCommandExpiry,
  startForgettingCommands,
  waitingOf,
} from './service.ts'
