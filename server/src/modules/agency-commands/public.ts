export { PresenceBook } from './presence.ts'
export {
  queueCommand,
  rotateAgencyKey,
  readSoftware,
  startCommandExpiry,
  startForgettingCommands,
  countWaiting,
} from './service.ts'
