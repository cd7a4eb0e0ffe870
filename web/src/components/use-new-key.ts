import { notify } from './notify.ts'
import { useShortcuts } from './shortcuts.ts'

/**
 * `n` begins something new on the screen. `label` names it in the sheet of keys: ‘New alert’; `whyNot` is shown
 * instead where it cannot be begun.
 */
export function useNewKey(label: string, begin: () => void, whyNot: string | null = null): void {
  const run = () => (whyNot === null ? begin() : notify.error(whyNot))
  useShortcuts([{ keys: 'n', label, group: 'Screen', run }])
}
