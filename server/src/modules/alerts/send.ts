import { randomUUID } from 'node:crypto'
import type { alerts } from '@agency-support/contract/modules/alerts'
import type { In } from '@agency-support/contract/call'
import type { Ctx, Handler } from '../../calls/context.ts'
import { isStale } from '../../calls/is-stale.ts'
import { type AlertRow, type AlertValues, insertAlert, lockActive, updateAlert } from './store.ts'
import { alertView, getSubject, journalValues } from './view.ts'

type Sending = Ctx<typeof alerts.send>

/** Sends a new alert, or updates and restarts an active one; without a version the last save wins. */
export const send: Handler<typeof alerts.send> = async (input, ctx) => {
  const values = toValues(input)
  const row = input.guid === undefined ? await add(values, ctx) : await update(input.guid, input, values, ctx)
  return alertView(row)
}

async function add(values: AlertValues, ctx: Sending): Promise<AlertRow> {
  const row = await insertAlert(ctx.tx, randomUUID(), values, { by: ctx.session.username, at: ctx.now })
  await ctx.append({ event: 'alerts.sent', subject: getSubject(row.guid), after: journalValues(row) })
  return row
}

async function update(
  guid: string,
  { version }: In<typeof alerts.send>,
  values: AlertValues,
  ctx: Sending,
): Promise<AlertRow> {
  const before = await lockActive(ctx.tx, guid)
  if (before === undefined) throw ctx.refuse('gone')
  if (isStale(before.version, version))
    throw ctx.refuse('stale', {
      changedBy: before.changed_by,
      changedAt: before.changed_at.toISOString(),
      current: alertView(before),
    })
  const row = await updateAlert(ctx.tx, guid, values, { by: ctx.session.username, at: ctx.now })
  await ctx.append({
    event: 'alerts.updated',
    subject: getSubject(row.guid),
    before: journalValues(before),
    after: journalValues(row),
  })
  return row
}

function toValues(input: In<typeof alerts.send>): AlertValues {
  return {
    category: input.category,
    priority: input.priority,
    feature: input.feature,
    message: input.message,
    recipient_type: input.systemAlertRecipientType,
    region: input.region ?? null,
    agency_ids: [...new Set(input.applicableAgencies)].sort((one, other) => one - other),
  }
}
