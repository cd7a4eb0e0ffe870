import { padAgencyId } from '@agency-support/contract/ids'
import type { AgencyAlert, AlertDelivery, SystemAlert } from '@agency-support/contract/modules/alerts'
import {
  alertCategories,
  alertFeatures,
  alertPriorities,
  getAffected,
  getAlertLabel,
} from '@agency-support/contract/rules/alerts'
import type { Values } from '../../journal/append.ts'
import type { AgencyAlertRow, ConcernedRow } from './delivery-store.ts'
import type { AlertRow } from './store.ts'

/** An alert as an agency's software receives it. */
export function agencyAlertView(row: Omit<AgencyAlertRow, 'is_noted'>): AgencyAlert {
  return {
    guid: row.guid,
    category: row.category,
    priority: row.priority,
    feature: row.feature,
    message: row.message,
    startTime: row.start_time.toISOString(),
    version: row.version,
  }
}

/** An alert as the console receives it. */
export function alertView(row: AlertRow): SystemAlert {
  return {
    ...agencyAlertView(row),
    endTime: row.end_time?.toISOString() ?? null,
    systemAlertRecipientType: row.recipient_type,
    applicableAgencies: row.agency_ids,
    region: row.region,
  }
}

/** An agency that an alert addresses. */
export function concernedView(row: ConcernedRow): AlertDelivery['agencies'][number] {
  return { agencyId: row.agency_id, name: row.name, deliveredAt: row.delivered_at?.toISOString() ?? null }
}

/** The name of an alert in the journal: the beginning of its guid, which the values contain in full. */
export function getSubject(guid: string): string {
  return `Alert ${guid.slice(0, 8)}`
}

/** The values of an alert for the journal. */
export function journalValues(row: AlertRow): Values {
  const { agency_ids: agencyIds } = row
  const affected = getAffected({ systemAlertRecipientType: row.recipient_type, region: row.region })
  return {
    guid: row.guid,
    category: getAlertLabel(alertCategories, row.category),
    priority: getAlertLabel(alertPriorities, row.priority),
    feature: getAlertLabel(alertFeatures, row.feature),
    message: row.message,
    affected,
    ...(agencyIds.length === 0 ? {} : { agencies: agencyIds.map(padAgencyId).join(', ') }),
  }
}
