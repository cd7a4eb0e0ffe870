import { certificateEvents } from './certificates.ts'
import type { AgencyData } from './commands.ts'
import type { SimulatorContext } from './context.ts'
import { getEsignature, toEvents } from './esignature.ts'
import { clientFile } from './files/client-file.ts'
import { logFile, logNames } from './files/log-file.ts'
import { configFile, metricsFile, multifolderFile } from './files/reports.ts'
import { pastMarketplace } from './marketplace.ts'
import { pickClientId, type Profile, seededRandomFor } from './profile.ts'
import type { Reports } from './reports.ts'
import { seatsAt } from './seats.ts'
import { pastSignIns } from './sign-ins.ts'
import { getTexting, pastMessages, setUpEvents } from './texting.ts'

const kilobyte = 1024

/** How much an agency has sent when the sandbox is first opened. */
export type Share = 'much' | 'little'

/**
 * Sends what an agency's software would have sent before the sandbox was first started: users, sign-ins, files and
 * errors. If its machine is now off, they are correspondingly old.
 */
export async function sendStartingData(
  agency: AgencyData,
  reports: Reports,
  { now: getNow, products }: Pick<SimulatorContext, 'now' | 'products'>,
  share: Share,
): Promise<void> {
  const { profile, users, errors } = agency
  const isMuch = share === 'much'
  const random = seededRandomFor(profile.agencyId, 'starting data')
  const offForHours = profile.condition === 'offline' ? random.whole(20, 400) : 0
  const now = new Date(getNow().getTime() - offForHours * 3_600_000)
  await reports.users(users)
  const esignature = getEsignature(profile, users, now)
  if (esignature !== undefined) await reports.esignature(toEvents(esignature))
  const certificates = certificateEvents(profile, users, now)
  if (certificates.length > 0) await reports.certificates(certificates)
  await reports.marketplace(pastMarketplace(profile, users, products, now))
  await reports.file(multifolderFile(profile, users, now))
  await reports.file(configFile(profile, users, now))
  await reports.file(metricsFile(profile, errors, now))
  await reports.signIns(pastSignIns(random, profile, users, { until: now, count: isMuch ? 200 : 40 }))
  await reports.conversionErrors(errors)
  await sendTexting(profile, reports, now, isMuch ? 300 : 40)
  if (profile.isOnline) await reports.seats(seatsAt(profile, users, now))
  const maxBytes = (isMuch ? 2_000 : 100) * kilobyte
  for (const name of isMuch ? logNames : logNames.slice(0, 2))
    await reports.file(logFile(profile, name, now, maxBytes))
  await sendClients(agency, reports, now, isMuch)
}

async function sendTexting(profile: Profile, reports: Reports, now: Date, messages: number): Promise<void> {
  const texting = getTexting(profile)
  if (texting === undefined) return
  await reports.texting(setUpEvents(profile, texting, now))
  if (texting.phone !== undefined) await reports.messages(pastMessages(profile, texting.phone, now, messages))
}

async function sendClients(
  { profile }: AgencyData,
  reports: Reports,
  now: Date,
  isMuch: boolean,
): Promise<void> {
  const random = seededRandomFor(profile.agencyId, 'starting clients')
  const maxBytes = (isMuch ? 5_000 : 60) * kilobyte
  // Starts with the client ids that a person would try first.
  const ids = new Set(isMuch ? ['00000001', '00000002', '00000003'] : ['00000001'])
  while (ids.size < (isMuch ? 12 : 3)) ids.add(pickClientId(random, profile))
  for (const clientId of ids) {
    const written = new Date(now.getTime() - random.whole(1, 900) * 3_600_000)
    const deleted = random.chance(0.1)
    await reports.file(clientFile(profile, clientId, written, { deleted, maxBytes }))
    for (const location of [4, 5, 6] as const)
      if (random.chance(0.4))
        await reports.file(clientFile(profile, clientId, written, { location, maxBytes: 20 * kilobyte }))
  }
}
