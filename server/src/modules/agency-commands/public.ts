export { addCommandFile } from './command-files.ts'
export { PresenceBook } from './presence.ts'
export { readProtocols, retireProtocol } from './protocol-service.ts'
export {
  queueCommand,
  readSoftware,
  renewCommandLease,
  startCommandExpiry,
  startForgettingCommands,
  countWaiting,
} from './service.ts'
