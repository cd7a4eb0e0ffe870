import type { AnyCall } from './call.ts'
import type { EventDef } from './event.ts'
import { activity } from './modules/activity.ts'
import { agencies, agencyEvents } from './modules/agencies.ts'
import { agencyFiles } from './modules/agency-files.ts'
import { agencyReports } from './modules/agency-reports.ts'
import { agencyReportParts } from './modules/agency-report-parts.ts'
import { agencyUserEvents, agencyUsers } from './modules/agency-users.ts'
import { agencyCommandEvents, agencyCommands } from './modules/agency-commands.ts'
import { agencyKeys } from './modules/agency-keys.ts'
import { alerts } from './modules/alerts.ts'
import { certificates } from './modules/certificates.ts'
import { esignature, esignatureEvents } from './modules/esignature.ts'
import { email } from './modules/email.ts'
import { health } from './modules/health.ts'
import { journal, journalEvents } from './modules/journal.ts'
import { marketplace, marketplaceEvents } from './modules/marketplace.ts'
import { operations } from './modules/operations.ts'
import { productEvents, products } from './modules/products.ts'
import { reports } from './modules/reports.ts'
import { seats } from './modules/seats.ts'
import { secondFactor, secondFactorEvents } from './modules/second-factor.ts'
import { session, sessionEvents } from './modules/session.ts'
import { staff } from './modules/staff.ts'
import { staffEvents } from './modules/staff-events.ts'
import { subscription } from './modules/subscription.ts'
import { switches, switchEvents } from './modules/switches.ts'
import { textingPresence } from './modules/texting-presence.ts'
import { texting } from './modules/texting.ts'

/** All calls between console and server, by module. */
export const contract = {
  session,
  secondFactor,
  staff,
  switches,
  agencies,
  health,
  subscription,
  agencyCommands,
  agencyKeys,
  agencyFiles,
  agencyUsers,
  agencyReports,
  agencyReportParts,
  seats,
  certificates,
  esignature,
  email,
  alerts,
  textingPresence,
  texting,
  marketplace,
  activity,
  products,
  reports,
  journal,
  operations,
}
export type Contract = typeof contract
export type ModuleName = keyof Contract

/** All calls of all modules in a fixed order. */
export const allCalls: readonly AnyCall[] = Object.values<Readonly<Record<string, AnyCall>>>(
  contract,
).flatMap((calls) => Object.values(calls))

const declared: readonly EventDef[] = [
  ...allCalls.flatMap((call) => call.events),
  ...agencyEvents,
  ...agencyCommandEvents,
  ...agencyUserEvents,
  ...sessionEvents,
  ...staffEvents,
  ...switchEvents,
  ...journalEvents,
  ...secondFactorEvents,
  ...esignatureEvents,
  ...marketplaceEvents,
  ...productEvents,
]

/** All events by name, with their labels and who may see them. */
export const allEvents: ReadonlyMap<string, EventDef> = new Map(declared.map((event) => [event.name, event]))
