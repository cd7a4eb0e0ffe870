/** Time limit from negotiating to connecting, and from connecting to the handshake. */
export const handshakeSeconds = 15

/** Each side sends something at least this often; the protocol's default. */
export const pingSeconds = 15

/** A client that has sent nothing for this long is gone. */
export const silenceSeconds = 30

/** Longest message in bytes; ours are at most a tenth of it. */
export const maxMessageBytes = 8 * 1024

/** Bytes that may be buffered for a client that does not read. */
export const maxWaitingBytes = 64 * 1024

/** Connections of one agency to one process. */
export const maxConnections = 200
