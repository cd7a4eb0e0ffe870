import { z } from 'zod'
import { Control } from '../control.ts'
import { type Effect, NewGroup } from './directory.ts'
import { Fault } from './faults.ts'
import type { State } from './state.ts'

const Clock = z.object({ now: z.iso.datetime().nullable() })

/** The emulator's control: `groups` and `clock` are set, `tokens` revoked; `DELETE /received` also clears faults and clock. */
export function createControl(state: State): Control {
  const control = new Control().setFaults(Fault, state.faults)
  control.post('/clock', Clock, ({ now }) => state.setClock(now === null ? undefined : new Date(now)))
  control.post('/groups', NewGroup, (group) => state.directory.put(group))
  control.delete('/tokens', () => state.endTokens())
  control.delete('/received', () => state.forget())
  control.get('/received', () => state.received)
  control.get('/unknown', () => state.unknown)
  control.get('/effects', () => countEffects(state.directory.effects))
  return control
}

/** Effects counted by the work they were part of: `{"17": {"deactivated 4711-1": 1}}`. */
function countEffects(effects: readonly Effect[]): Record<string, Record<string, number>> {
  const counted: Record<string, Record<string, number>> = {}
  for (const { work, what, userId } of effects) {
    const ofWork = (counted[work] ??= {})
    const name = `${what} ${userId}`
    ofWork[name] = (ofWork[name] ?? 0) + 1
  }
  return counted
}
