import { createStore } from 'zustand'

/** One switch that somebody pressed. */
export interface Press {
  username: string
  /** Number of the permission. */
  permission: number
  on: boolean
}

/** What came of a save. `stop`: what else was pressed for this user was decided on an outdated list. */
export type Saved = { kind: 'saved' } | { kind: 'failed'; text: string; stop: boolean }

/** What the card of one user shows of its saves. */
export interface UserSaves {
  /** Permissions being saved or waiting for their turn. */
  waiting: ReadonlySet<number>
  /** The last that was saved, and when; it can be taken back. */
  last: { permission: number; on: boolean; at: Date } | null
  /** Why the last one was not saved. */
  problem: string | null
}

const quiet: UserSaves = { waiting: new Set(), last: null, problem: null }

/**
 * Saves the switches of each user one after another: each save sends the whole list, and two at once
 * would lose one of the changes.
 */
export function createSaveQueue(save: (press: Press) => Promise<Saved>, now: () => Date) {
  const store = createStore<ReadonlyMap<string, UserSaves>>()(() => new Map())
  const queues = new Map<string, Press[]>()
  const of = (username: string): UserSaves => store.getState().get(username) ?? quiet

  function change(username: string, next: Partial<UserSaves>) {
    store.setState((states) => new Map(states).set(username, { ...of(username), ...next }), true)
  }
  function tellWaiting(username: string, next: Partial<UserSaves> = {}) {
    const waiting = new Set(queues.get(username)?.map(({ permission }) => permission))
    change(username, { ...next, waiting })
  }
  async function run(username: string, queue: Press[]) {
    for (let press = queue[0]; press !== undefined; press = queue[0]) {
      const saved = await save(press)
      if (saved.kind === 'failed' && saved.stop) queue.length = 0
      else queue.shift()
      if (queues.get(username) !== queue) return
      if (saved.kind === 'failed') tellWaiting(username, { problem: saved.text, last: null })
      else {
        const { permission, on } = press
        tellWaiting(username, { problem: null, last: { permission, on, at: now() } })
      }
    }
    queues.delete(username)
  }

  return {
    ...store,
    of,
    /** Saves a switch as soon as those pressed before it are saved. */
    press(press: Press): void {
      const { username } = press
      const queue = queues.get(username)
      if (queue) queue.push(press)
      else {
        const begun = [press]
        queues.set(username, begun)
        void run(username, begun)
      }
      tellWaiting(username)
    },
    /** Forgets what was said of a user, when their card is left. */
    leave(username: string): void {
      if (store.getState().has(username)) change(username, { last: null, problem: null })
    },
    /** Forgets everything, at sign-out; what waits is not sent. */
    clear(): void {
      queues.clear()
      store.setState(new Map(), true)
    },
  }
}
