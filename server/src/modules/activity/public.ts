export { startActivityUpkeep } from './upkeep.ts'
