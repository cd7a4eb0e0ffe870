/** How long a client may take from negotiating to connecting, and from connecting to its handshake. */
export const handshakeSeconds = 15

/** Either side says something at least this often, as the protocol's usual settings have it. */
export const pingSeconds = 15

/** Whoever was not heard of for so long is gone. */
export const silenceSeconds = 30

/** Longest message in bytes; ours are a tenth of it. */
export const maxMessageBytes = 8 * 1024

/** Bytes that a client which does not read may leave waiting. */
export const maxWaitingBytes = 64 * 1024

/** Connections that one agency may have open with a process. */
export const maxConnections = 200
