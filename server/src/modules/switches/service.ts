import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { lockSwitch, updateSwitch } from './store.ts'

/** Turns a feature on or off for everybody; false if it already was, undefined if there is no such switch. */
export async function setSwitch(
  { tx, append }: { tx: Tx; append(entry: NewEntry<'switches.changed'>): Promise<void> },
  name: string,
  enabled: boolean,
): Promise<boolean | undefined> {
  const before = await lockSwitch(tx, name)
  if (before === undefined) return undefined
  if (before.enabled === enabled) return false
  await updateSwitch(tx, name, enabled)
  await append({
    event: 'switches.changed',
    subject: name,
    before: { enabled: before.enabled },
    after: { enabled },
  })
  return true
}
