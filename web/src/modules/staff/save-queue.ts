import { createStore } from 'zustand'

/** A press on a switch. */
export interface Press {
  username: string
  /** Number of the permission. */
  permission: number
  on: boolean
}

/**
 * The result of a save. `stop`: drop the other queued presses for this user, because they were made on a stale list.
 */
export type Saved = { kind: 'saved' } | { kind: 'failed'; text: string; stop: boolean }

/** State of one user's saves for the card. */
export interface UserSaves {
  /** Permissions being saved or queued. */
  waiting: ReadonlySet<number>
  /** The last one saved, and when; it can be undone. */
  last: { permission: number; on: boolean; at: Date } | null
  /** Why the last one was not saved. */
  problem: string | null
}

const quiet: UserSaves = { waiting: new Set(), last: null, problem: null }

/**
 * Saves the switches of each user one at a time: each save sends the whole list, so two in parallel would lose one
 * change.
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
    /** Queues a switch after those pressed before it. */
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
    /** Clears a user's messages when their card is closed. */
    leave(username: string): void {
      if (store.getState().has(username)) change(username, { last: null, problem: null })
    },
    /** Clears everything at sign-out; queued presses are not sent. */
    clear(): void {
      queues.clear()
      store.setState(new Map(), true)
    },
  }
}
