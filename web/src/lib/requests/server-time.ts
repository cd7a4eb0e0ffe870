let skewMs = 0

/** Learns the clock difference to the server from an answer. */
export function learnServerTime(dateHeader: string | null): void {
  const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(server)) skewMs = server - Date.now()
}

/** Epoch milliseconds by the server's clock; a wrong local clock must not end sessions. */
export function serverNow(): number {
  return Date.now() + skewMs
}
