export { PresenceBook } from './presence.ts'
export {
  queueCommand,
  rotateAgencyKey,
  readSoftware,
  startCommandExpiry,
  startForgettingCommands,
  listWaiting,
} from './service.ts'
