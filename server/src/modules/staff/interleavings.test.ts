import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions, type Person } from '../../../test/people.ts'

const server = useServer()

/** An action of an administrator: toggles one permission in the list as they last read it. */
interface Step {
  by: 0 | 1
  id: number
  /** Sends without waiting for the previous step. */
  atOnce: boolean
}

const step = fc.record({
  by: fc.constantFrom<0 | 1>(0, 1),
  id: fc.constantFrom(P.SeatManagement, P.EditAgencyStatus, P.DownloadClientFiles, P.CanManageTexting),
  atOnce: fc.boolean(),
})

const toggled = (list: readonly number[], id: number): number[] =>
  list.includes(id) ? list.filter((other) => other !== id) : [...list, id]

/** An administrator at their screen, whose list stays as read until a save or a refusal updates it. */
class Administrator {
  readonly #client: TestClient
  readonly #person: Person
  #list: readonly number[] = [P.CanAccess]
  #version = 1
  saved: number[] = []
  refused = 0

  constructor(client: TestClient, person: Person) {
    this.#client = client
    this.#person = person
  }

  async switchOver(id: number): Promise<void> {
    const permissions = toggled(this.#list, id)
    const user = { username: this.#person.username, permissions, version: this.#version }
    const got = await this.#client.call(staff.savePermissions, { user })
    if (got.code === 0) {
      const [stored] = got.data
      this.#take(stored)
      // No change: the other administrator had already toggled it.
      if (stored?.permissions.join() === permissions.toSorted((a, b) => a - b).join()) this.saved.push(id)
      return
    }
    if (got.code !== 409) throw new Error(`a save answered ${got.code} ${got.message}`)
    this.refused += 1
    this.#take((got.refusal as { current: { permissions: number[]; version: number } }).current)
  }

  #take(stored: { permissions: number[]; version: number } | undefined): void {
    if (stored === undefined) throw new Error('a save answers with the user as stored')
    this.#list = stored.permissions
    this.#version = stored.version
  }
}

test('no change of one administrator is lost to the other, in 200 interleavings', async () => {
  const clients = [
    await server.asNew({ permissions: allPermissions }),
    await server.asNew({ permissions: allPermissions }),
  ] as const
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps: Step[]) => {
      const person = await server.person({ permissions: [P.CanAccess] })
      const people = [new Administrator(clients[0], person), new Administrator(clients[1], person)] as const
      const running: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
      for (const { by, id, atOnce } of steps) {
        if (!atOnce) await Promise.all(running)
        // Each person's actions run in order; the two people do not wait for each other.
        running[by] = running[by].then(() => people[by].switchOver(id))
      }
      await Promise.all(running)
      const changes = await server.db.read
        .selectFrom('journal')
        .select(['actor', 'before', 'after'])
        .where('subject', '=', person.username)
        .orderBy('seq')
        .execute()
      const stored = await server.db.read
        .selectFrom('staff')
        .select('permissions')
        .where('staff_id', '=', person.staffId)
        .executeTakeFirstOrThrow()
      // Each change starts from the result of the previous one and toggles exactly one permission.
      let list: number[] = [P.CanAccess]
      for (const { before, after } of changes) {
        expect((before as { permissions: string }).permissions).toBe(list.join(', '))
        const { added, removed, permissions } = after as Record<string, string>
        expect([added, removed].filter((one) => one !== undefined)).toHaveLength(1)
        expect(`${added ?? removed}`).not.toContain(',')
        list = (permissions ?? '').split(', ').map(Number)
      }
      expect(stored.permissions).toEqual(list)
      refused += people[0].refused + people[1].refused
      const answered = people[0].saved.length + people[1].saved.length + people[0].refused + people[1].refused
      expect(answered).toBe(steps.length)
    }),
    { numRuns: 200, seed: 20_261_121, endOnFailure: true },
  )
  // Otherwise the two never conflicted, and the test showed nothing.
  expect(refused).toBeGreaterThan(50)
})
