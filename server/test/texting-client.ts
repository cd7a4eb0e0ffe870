import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { createRequire } from 'node:module'
import { type HubConnection, HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr'

/** The file of the official client for a page. */
export const officialBrowserClient = createRequire(import.meta.url).resolve(
  '@microsoft/signalr/dist/browser/signalr.min.js',
)

export interface TextingClientOptions {
  /** Shows the key in the address, as a browser has to, and does not negotiate. */
  inAddress?: boolean
  /** How often it says that it is alive; 15 seconds unless given. */
  pingMs?: number
}

/** The official client, as the texting software of agencies uses it. */
export function openTextingClient(
  port: number,
  agencyKey: string,
  { inAddress = false, pingMs }: TextingClientOptions = {},
): HubConnection {
  const address = `http://127.0.0.1:${port}${textingHub}`
  const builder = inAddress
    ? new HubConnectionBuilder().withUrl(`${address}?access_token=${agencyKey}`, {
        skipNegotiation: true,
        transport: HttpTransportType.WebSockets,
      })
    : new HubConnectionBuilder()
        .withUrl(address, { accessTokenFactory: () => agencyKey })
        .withAutomaticReconnect()
  const client = builder.configureLogging(LogLevel.None).build()
  if (pingMs !== undefined) client.keepAliveIntervalInMilliseconds = pingMs
  return client
}
