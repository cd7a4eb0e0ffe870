// One piece of code: what stands around every screen once somebody is signed in.
export { BarTools } from './bar-tools.tsx'
export { Navigation } from './navigation.tsx'
export { ShortcutHelp } from './shortcut-help.tsx'
