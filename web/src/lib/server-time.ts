let skewMs = 0

/** Learns from an answer how far this machine's clock is from the server's. */
export function learnServerTime(dateHeader: string | null): void {
  const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(server)) skewMs = server - Date.now()
}

/** Epoch milliseconds as the server counts them; a machine whose clock is wrong must not end sessions. */
export function serverNow(): number {
  return Date.now() + skewMs
}
