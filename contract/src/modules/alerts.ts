import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { moduleCalls, read, signal, usualBody, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { lastChange, ReadVersion, trimmedText } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { P } from '../permissions.ts'
import { AlertRecipients, alertSentences, maxAlertAgencies, maxAlertMessage } from '../rules/alerts.ts'
import { command, post } from '../wire.ts'

const Guid = z.guid('guid must be the id of an alert.').describe('Id of the alert; an update keeps it.')

const categorySentence = 'category must be 1 or 2.'
const prioritySentence = 'priority must be 1, 2 or 3.'
const featureSentence = 'feature must be 1, 2 or 3.'
const choice = <T extends readonly [number, ...number[]]>(values: T, sentence: string) =>
  z.literal(values, sentence)
const Category = choice([1, 2], categorySentence).describe('1 System Outage, 2 Maintenance.')
const Priority = choice([1, 2, 3], prioritySentence).describe('1 Low, 2 Medium, 3 High.')
const Feature = choice([1, 2, 3], featureSentence).describe('1 General, 2 Vendor, 3 Texting.')
const Message = trimmedText('Message', maxAlertMessage)
  .min(1, 'Message is missing.')
  .describe('Plain text, 1 to 2000 characters after trimming.')

/** The fields that every reader of an alert receives. */
const AlertText = z.object({
  guid: Guid,
  category: z.int().describe('1 System Outage, 2 Maintenance.'),
  priority: z.int().describe('1 Low, 2 Medium, 3 High.'),
  feature: z.int().describe('1 General, 2 Vendor, 3 Texting.'),
  message: z.string().describe('Plain text.'),
  startTime: Instant.describe('When it was sent or last updated.'),
  version: z.int().describe('Counts the updates; a write sends back the one it read.'),
})

/** A system alert (spec-002 §3). */
export const SystemAlert = AlertText.extend({
  endTime: Instant.nullable().describe('When it was resolved; null while it is active.'),
  systemAlertRecipientType: z.int().describe('1 specific agencies, 2 all agencies, 3 a region.'),
  applicableAgencies: z.array(AgencyId).describe('The agencies of type 1 in ascending order; else empty.'),
  region: z.int().nullable().describe('0 North West, 1 South West, 2 Central, 3 East for type 3; else null.'),
})
export type SystemAlert = z.infer<typeof SystemAlert>

/** An alert as an agency's software receives it. */
export const AgencyAlert = AlertText
export type AgencyAlert = z.infer<typeof AgencyAlert>

/** Which agencies an alert addresses, and which of them have received it. */
export const AlertDelivery = z.object({
  concerned: z.int().describe('How many agencies the alert concerns.'),
  delivered: z.int().describe('How many of them have fetched it as it reads now.'),
  agencies: z
    .array(
      z.object({
        agencyId: AgencyId,
        name: z.string().nullable().describe('Its name, empty when missing; null for an unknown agency.'),
        deliveredAt: Instant.nullable().describe(
          'When its software first fetched it; null while it has not.',
        ),
      }),
    )
    .describe('The first 500 of them by id.'),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

/** Who changed an alert before, and its current values. */
const Stale = z.object({
  ...lastChange,
  current: SystemAlert.describe('The alert as it is now.'),
})

const sees = [P.CanAccessSystemAlerts]
const sent = event('alerts.sent', 'Alert sent', sees)
const updated = event('alerts.updated', 'Alert updated', sees)
const resolved = event('alerts.resolved', 'Alert resolved', sees)

const typeSentence = 'systemAlertRecipientType must be 1, 2 or 3.'
const idsSentence = `applicableAgencies must be a list of 1 to ${maxAlertAgencies} agency ids.`
const noIdsSentence = 'applicableAgencies must be empty unless systemAlertRecipientType is 1.'
const regionSentence = 'region must be 0, 1, 2 or 3.'
const noRegionSentence = 'region is only for systemAlertRecipientType 3.'

const NewAlert = z
  .object({
    guid: Guid.optional().describe('The alert that is updated; left out for a new one.'),
    category: Category,
    priority: Priority,
    feature: Feature,
    message: Message,
    systemAlertRecipientType: choice([1, 2, 3], typeSentence).describe(
      '1 specific agencies, 2 all agencies, 3 a region.',
    ),
    startTime: Instant.optional().describe(
      'Sent as documented and ignored: the server’s clock counts (D-81).',
    ),
    applicableAgencies: z
      .array(AgencyId, idsSentence)
      .max(maxAlertAgencies, idsSentence)
      .default([])
      .describe('1 to 10,000 agency ids for type 1, else empty.'),
    region: z
      .literal([0, 1, 2, 3], regionSentence)
      .nullish()
      .describe('0 North West, 1 South West, 2 Central, 3 East for type 3; else left out or null.'),
    version: ReadVersion,
  })
  .superRefine(({ systemAlertRecipientType: type, applicableAgencies: ids, region }, ctx) => {
    const object = (message: string, field: string) =>
      ctx.addIssue({ code: 'custom', message, path: [field] })
    const isSpecific = type === AlertRecipients.specific
    if (isSpecific && ids.length === 0) object(idsSentence, 'applicableAgencies')
    if (!isSpecific && ids.length > 0) object(noIdsSentence, 'applicableAgencies')
    const hasRegion = region !== undefined && region !== null
    if (type === AlertRecipients.region && !hasRegion) object(regionSentence, 'region')
    if (type !== AlertRecipients.region && hasRegion) object(noRegionSentence, 'region')
  })

const namingSentence = 'alertId and guid must be the same, and one of them is needed.'

export const alerts = moduleCalls('alerts', {
  list: read({
    about: 'The active alerts, newest first.',
    at: command('/api/request', 'GetAlerts'),
    access: 'staff',
    needs: [P.CanAccessSystemAlerts],
    input: z.object({}),
    answer: many(SystemAlert),
    refusals: { none: [2, alertSentences.none] },
  }),
  delivery: read({
    about: 'Which agencies an active alert concerns, and how many of them have it.',
    at: command('/api/request', 'GetAlertDelivery'),
    access: 'staff',
    needs: [P.CanAccessSystemAlerts],
    input: z.object({ guid: Guid }),
    answer: one(AlertDelivery),
    refusals: { gone: [2, alertSentences.gone] },
  }),
  agencyNames: read({
    about: 'The names of agencies that an alert is to be sent to; unknown ones are left out.',
    at: command('/api/request', 'GetAlertAgencyNames'),
    access: 'staff',
    needs: [P.CanManageSystemAlerts],
    maxBody: 2 * usualBody,
    input: z.object({
      agencyIds: z
        .array(AgencyId, idsSentence)
        .max(maxAlertAgencies, idsSentence)
        .describe('At most 10,000 agency ids.'),
    }),
    answer: many(
      z.object({ agencyId: AgencyId, name: z.string().describe('Name of the agency; empty when missing.') }),
    ),
  }),
  send: write({
    about: 'Send a new alert, or update one, which then starts anew.',
    at: command('/api/request', 'SendExternalAlert'),
    access: 'staff',
    needs: [P.CanManageSystemAlerts],
    // Room for ten thousand ids and a message of two thousand characters, all escaped.
    maxBody: 2 * usualBody,
    event: [sent, updated],
    input: NewAlert,
    answer: one(SystemAlert),
    refusals: {
      gone: [2, alertSentences.gone],
      stale: [409, '{changedBy} updated this alert at {changedAt}. Your text was not saved.', Stale],
    },
  }),
  resolve: write({
    about: 'End an alert for every agency.',
    at: command('/api/request', 'ResolveAlert'),
    access: 'staff',
    needs: [P.CanManageSystemAlerts],
    event: resolved,
    input: z
      .object({
        alertId: Guid.optional().describe('Id of the alert.'),
        guid: Guid.optional().describe('The same id; the console sends both.'),
      })
      .refine(
        ({ alertId, guid }) =>
          (alertId ?? guid) !== undefined &&
          (alertId ?? guid)?.toLowerCase() === (guid ?? alertId)?.toLowerCase(),
        namingSentence,
      ),
    answer: nothing(),
    refusals: { gone: [2, alertSentences.resolved] },
  }),
  ofAgency: signal({
    about: 'The active alerts that concern the calling agency; each delivery is noted.',
    at: post('/agent/v1/alerts'),
    access: 'agent',
    outside: true,
    input: z.object({}),
    answer: many(AgencyAlert),
  }),
})
