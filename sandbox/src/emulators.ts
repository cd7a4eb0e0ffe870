import type { ProviderSettings } from '@agency-support/server/providers/providers'
import { createReader } from '@agency-support/server/settings/reader'
import { readWebhooks, type WebhookSettings } from '@agency-support/server/settings/webhooks'
import { callControl } from './providers/control.ts'
import { startBackOffice } from './providers/backoffice/start.ts'
import { startFormstack } from './providers/formstack/start.ts'
import { startSendGrid } from './providers/sendgrid/start.ts'
import { startBandwidth } from './providers/bandwidth/start.ts'

interface Emulator<Settings> {
  /** Its address and the credentials it expects, as the server's settings. */
  settings: Settings
  /** Address of its control, where tests set faults. */
  url: string
  /** Credentials of its webhooks, as environment variables of the server. */
  webhookEnv?: Readonly<Record<string, string>>
  close(): Promise<void>
}

type Name = keyof ProviderSettings

/** The emulators of all providers; a missing one does not compile. */
const starts: {
  readonly [N in Name]: () => Promise<Emulator<ProviderSettings[N]>>
} = {
  backOffice: startBackOffice,
  formstack: startFormstack,
  sendGrid: startSendGrid,
  bandwidth: startBandwidth,
}

/** All providers around a server. */
export interface Emulators {
  settings: ProviderSettings
  /** Credentials of their webhooks. */
  webhooks: WebhookSettings
  urls: Record<Name, string>
  close(): Promise<void>
}

/** Starts all emulators on free ports; on failure none is left running. */
export async function startEmulators(): Promise<Emulators> {
  await using ends = new AsyncDisposableStack()
  const started: [string, Emulator<object>][] = []
  for (const [name, start] of Object.entries(starts)) {
    const emulator = await start()
    ends.defer(() => emulator.close())
    started.push([name, emulator])
  }
  const settings = Object.fromEntries(started.map(([name, one]) => [name, one.settings]))
  const urls = Object.fromEntries(started.map(([name, one]) => [name, one.url]))
  const env = Object.assign({}, ...started.map(([, one]) => one.webhookEnv)) as Record<string, string>
  const webhooks = readWebhooks(
    createReader(env, (sentence) => {
      throw new Error(sentence)
    }),
  )
  const held = ends.move()
  return {
    settings: settings as ProviderSettings,
    webhooks,
    urls: urls as Record<Name, string>,
    close: () => held.disposeAsync(),
  }
}

/** Tells the Bandwidth emulator the address of the server that it notifies. */
export async function pointWebhooks({ urls }: Emulators, origin: string): Promise<void> {
  await callControl(urls.bandwidth, 'POST', '/webhooks', { url: origin })
}
