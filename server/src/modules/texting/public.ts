export { deleteOldMessages } from './retention.ts'
export { campaignWork } from './campaign-work.ts'
export { numberWork } from './number-work.ts'
