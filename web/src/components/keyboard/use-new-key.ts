import { notify } from '../messages/notify.ts'
import { useShortcuts } from './shortcuts.ts'

/**
 * `n` begins something new on the screen. `label` names it in the sheet of keys: ‘New alert’; `whyNot` is shown
 * instead where it cannot be begun, by `show`.
 */
export function useNewKey(
  label: string,
  begin: () => void,
  whyNot?: string,
  show: (text: string) => void = notify.error,
): void {
  const run = () => (whyNot === undefined ? begin() : show(whyNot))
  useShortcuts([{ keys: 'n', label, group: 'Screen', run }])
}
