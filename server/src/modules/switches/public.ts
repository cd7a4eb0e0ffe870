export { setSwitch } from './service.ts'
export { listSwitches } from './store.ts'
