export { cleanupAccounts } from './cleanup-accounts.ts'
export { closeAccounts } from './close-accounts.ts'
