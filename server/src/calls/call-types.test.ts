import { many, nothing, one } from '@agency-support/contract/answer'
import { audited, read, moduleCalls, signal, write } from '@agency-support/contract/call'
import { event } from '@agency-support/contract/event'
import { P } from '@agency-support/contract/permissions'
import { post } from '@agency-support/contract/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Handler, Handlers } from './context.ts'

/*
 * Mistakes that must not compile. `npm run check` executes this file by compiling it: an unused @ts-expect-error is an
 * error.
 */

const thing = event('made.changed', 'Changed')
const about = 'Made up for a test.'
const at = post('/made/up')
const input = z.object({ id: z.int() })
const base = { about, at, access: 'staff', input } as const

const calls = moduleCalls('made', {
  look: read({ ...base, answer: one(z.string()), refusals: { absent: [2, 'Not there'] } }),
  change: write({ ...base, event: thing, answer: nothing(), refusals: { gone: [2, 'Gone'] } }),
  ask: write({ ...base, event: thing, outside: true, answer: nothing() }),
  open: audited({ ...base, event: thing, answer: many(z.int()) }),
  beat: signal({ ...base, answer: nothing() }),
  stale: write({
    ...base,
    event: thing,
    answer: nothing(),
    refusals: { stale: [409, '{by} was quicker', z.object({ by: z.string() })] },
  }),
})

// @ts-expect-error a write must name its event
write({ ...base, answer: nothing() })

// @ts-expect-error an audited call must name its event
audited({ ...base, answer: nothing() })

// @ts-expect-error a call must state its access
read({ about, at, input, answer: nothing() })

// @ts-expect-error only a call for staff can need a permission
read({ about, at, input, access: 'session', needs: [P.CanManageEmails], answer: nothing() })

// @ts-expect-error only a call for staff can be heavy: it is counted by person
read({ about, at, input, access: 'anyone', heavy: true, answer: nothing() })

// @ts-expect-error a permission must be one of the catalogue
read({ ...base, needs: [2009], answer: nothing() })

// @ts-expect-error what a permission depends on must be a field of the input
read({ ...base, needs: (given) => (given.product === 5 ? [P.CanManageTexting] : []), answer: nothing() })

// @ts-expect-error an event needs a module before its name
event('changed', 'Changed')

const looks: Handler<typeof calls.look> = (given, ctx) => {
  // @ts-expect-error a refusal must be declared
  if (given.id === 1) throw ctx.refuse('gone')
  // @ts-expect-error a read has no way to write
  if (given.id === 2) void ctx.tx
  // @ts-expect-error a read appends nothing
  if (given.id === 3) void ctx.append
  // @ts-expect-error the connection of a read cannot insert
  if (given.id === 4) void ctx.db.insertInto
  // @ts-expect-error a field that the input does not have
  void given.name
  return 'fine'
}

// @ts-expect-error the output must be what the contract says
const misfit: Handler<typeof calls.look> = (given) => given.id

const changes: Handler<typeof calls.change> = async (_given, ctx) => {
  // @ts-expect-error an event must be declared
  await ctx.append({ event: 'made.other' })
  // @ts-expect-error a change goes through its transaction, not around it
  void ctx.db
  return null
}

const asks: Handler<typeof calls.ask> = async (_given, ctx) => {
  // @ts-expect-error a call to the outside holds no transaction
  void ctx.tx
  // @ts-expect-error it appends in its own transaction only
  void ctx.append
  return ctx.transaction(async ({ append }) => {
    await append({ event: 'made.changed' })
    return null
  })
}

const opens: Handler<typeof calls.open> = (_given, ctx) => {
  // @ts-expect-error an audited call changes nothing
  void ctx.tx
  return [1]
}

const beats: Handler<typeof calls.beat> = (_given, ctx) => {
  // @ts-expect-error a signal is no part of the record
  void ctx.append
  // @ts-expect-error a person's call has no agency of its own
  void (ctx.agencyId satisfies number)
  return null
}

const stale: Handler<typeof calls.stale> = (given, ctx) => {
  // @ts-expect-error a refusal that declares data must be given it
  if (given.id === 1) throw ctx.refuse('stale')
  // @ts-expect-error and in its shape
  if (given.id === 2) throw ctx.refuse('stale', { by: 5 })
  throw ctx.refuse('stale', { by: 'Ann' })
}

const agents = moduleCalls('made', {
  tell: write({ about, at, input, access: 'agent', event: thing, answer: nothing() }),
  wait: signal({ about, at, input, access: 'agent', outside: true, answer: one(z.int()) }),
})

const agentHandlers: Handlers<typeof agents> = {
  tell: async (_given, ctx) => {
    await ctx.append({ event: 'made.changed', agencyId: ctx.agencyId })
    // @ts-expect-error an agency's software has no session
    void ctx.session.username
    return null
  },
  wait: (_given, ctx) => {
    // @ts-expect-error a signal that waits holds no transaction
    void ctx.tx
    // @ts-expect-error and is no part of the record either
    void ctx.transaction
    return ctx.bookkeeping(() => Promise.resolve(ctx.agencyId))
  },
}

// @ts-expect-error a module lacks a handler
const incomplete: Handlers<typeof calls> = {
  look: misfit,
  change: changes,
  ask: asks,
  open: opens,
  beat: beats,
}

test('a module with all of its handlers compiles', () => {
  const complete: Handlers<typeof calls> = { ...incomplete, look: looks, stale }
  expect(Object.keys(complete).sort()).toEqual(Object.keys(calls).sort())
  expect(Object.keys(agentHandlers)).toEqual(Object.keys(agents))
})
