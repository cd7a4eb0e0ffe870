export { addCommandFile } from './command-files.ts'
export { commandsActor, type EndedCommand } from './ended.ts'
export { PresenceBook } from './presence.ts'
export { readProtocols, retireProtocol } from './protocol-service.ts'
export { forgetEnded } from './expiry.ts'
export { ensureQueued, queueCommand } from './queue-command.ts'
export {
  readSoftware,
  renewCommandLease,
  startCommandExpiry,
  countWaiting,
} from './service.ts'
